import { expect, test } from 'vitest'
import { DirectoryBuilder } from './directory.ts'
import { CurveOrder } from './hilbert.ts'
import { createLocator } from './locator.ts'
import { buildDirectory, HIDDEN, north, openLocator, QUERY, territory } from './small-world.test-support.ts'

const BRAND = { slug: 'harbor-craft', fallback_dealer: north(9, 1) }
const DEALERS = [north(1, 1), north(2, 0), north(30, 2), north(31, -3, HIDDEN), north(32, 2), north(33, -40)]
const TERRITORIES = [territory('75067', 30)]

function build(ids: number[]) {
  const builder = new DirectoryBuilder(BRAND)
  for (const id of ids) builder.add(DEALERS.find((dealer) => dealer.id === id)!)
  return builder.finish(TERRITORIES)
}

test('built step by step along the curve it is the same', () => {
  const order = new CurveOrder()
  for (const dealer of DEALERS) order.add(dealer)
  expect(build(order.ids()).revision).toBe(buildDirectory(DEALERS, TERRITORIES, BRAND).revision)
})

test('built in any order it answers the same', () => {
  const answers = [
    [1, 2, 30, 31, 32, 33],
    [33, 32, 31, 30, 2, 1],
  ].map((ids) => `${createLocator(build(ids), { cacheBytes: 0 }).answer(QUERY)}`)
  expect(answers[0]).toBe(answers[1])
  expect(answers[0]).toBe(`${openLocator(DEALERS, TERRITORIES, BRAND).answer(QUERY)}`)
})
