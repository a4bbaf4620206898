import { expect, test } from 'vitest'
import { buildDirectory, DirectoryBuilder } from './directory.ts'
import { createLocator } from './locator.ts'
import { north, QUERY, territory } from './small-world.test-support.ts'

const BRAND = { slug: 'harbor-craft', fallback_dealer: north(9, 1) }
const DEALERS = [north(1, 1), north(2, 0), north(30, 2)]
const TERRITORIES = [territory('75067', 30)]

test('built step by step it is the same', () => {
  const builder = new DirectoryBuilder(BRAND)
  for (const dealer of DEALERS) builder.add(dealer)
  const stepwise = builder.finish(TERRITORIES)
  const whole = buildDirectory(DEALERS.toReversed(), TERRITORIES, BRAND)
  expect(stepwise.revision).toBe(whole.revision)
  expect(createLocator(stepwise).answer(QUERY)).toEqual(createLocator(whole).answer(QUERY))
})

test.each([1, 2])('ids that do not ascend are refused: %i after 2', (id) => {
  const builder = new DirectoryBuilder(BRAND)
  builder.add(north(2, 0))
  expect(() => builder.add(north(id, 0))).toThrow(RangeError)
})
