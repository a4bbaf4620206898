import { expect, test } from 'vitest'
import { buildSnapshot, HIDDEN, north, territory } from '../selection/small-world.test-support.ts'
import type { BrandRow } from './rows.ts'

const BRAND: BrandRow = { slug: 'harbor-craft', fallback_dealer: null }
const DEALERS = [north(1, 1), north(2, 2, HIDDEN)]

const revision = (dealers = DEALERS, territories = [territory('75067', 1)], brand = BRAND) =>
  buildSnapshot(dealers, territories, brand).revision

test('the revision does not depend on what no response shows', () => {
  const unchanged = [
    revision([north(1, 1), north(2, 3, HIDDEN)]),
    revision(DEALERS, [territory('75067', 1), territory('80331', 1, 'DE')]),
  ]
  expect(new Set([revision(), ...unchanged]).size).toBe(1)
})

test('the revision changes with everything that a response is made of', () => {
  const changed = [
    revision([north(1, 1.5)]),
    revision([north(1, 1, { name: 'New Name' })]),
    revision(DEALERS, []),
    revision([north(1, 1, { country_code: 'CA' })], []),
    revision([north(1, 1, { approximate: true })]),
    revision(DEALERS, [territory('75068', 1)]),
    revision(DEALERS, [territory('75067', 2)]),
    revision(DEALERS, undefined, { slug: 'harbor-craft', fallback_dealer: north(3, 1) }),
    revision(DEALERS, undefined, { slug: 'lake-craft', fallback_dealer: null }),
  ]
  expect(new Set([revision(), ...changed]).size).toBe(changed.length + 1)
})

test('a dealer of no known country and a fallback have different revisions', () => {
  const nowhere = north(2, 2, { country_code: null })
  const ofBrand = revision([north(1, 1), nowhere], [])
  const asFallback = revision([north(1, 1)], [], { ...BRAND, fallback_dealer: nowhere })
  expect(ofBrand).not.toBe(asFallback)
})
