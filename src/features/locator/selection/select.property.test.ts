import { expect, test, vi } from 'vitest'
import fc from '../../../../test/support/fast-check.ts'
import { bodyByTheBook, rowsByTheBook } from './oracle.test-support.ts'
import { crowds, scenarios } from './scenarios.test-support.ts'
import { selectDealers } from './select.ts'
import { bodyOf, buildSnapshot } from './small-world.test-support.ts'

// Hundreds of worlds take a second, and many on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

test('the rows, their order and their distances to the last bit are those of the plain rules', () => {
  fc.assert(
    fc.property(scenarios(4), ({ world, queries }) => {
      const snapshot = buildSnapshot(world.dealers, world.territories, world.brand)
      for (const query of queries) {
        const rows = selectDealers(snapshot, query)?.rows.map(({ dealer, ...row }) => ({
          id: dealer.id,
          ...row,
        }))
        const expected = rowsByTheBook(world, query)
        expect(rows).toEqual(expected?.map(({ dealer, ...row }) => ({ id: dealer.id, ...row })))
      }
    }),
    { numRuns: 500 },
  )
})

test('the body is byte for byte what JSON.stringify makes of the plain rules', () => {
  fc.assert(
    fc.property(scenarios(30), ({ world, queries }) => {
      const snapshot = buildSnapshot(world.dealers, world.territories, world.brand)
      for (const query of queries) expect(bodyOf(snapshot, query)).toBe(bodyByTheBook(world, query))
    }),
    { numRuns: 200 },
  )
})

test('among many dealers the search by index finds what measuring every dealer finds', () => {
  fc.assert(
    fc.property(crowds(2000), ({ world, queries }) => {
      const snapshot = buildSnapshot(world.dealers, world.territories, world.brand)
      for (const query of queries) expect(bodyOf(snapshot, query)).toBe(bodyByTheBook(world, query))
    }),
    { numRuns: 100 },
  )
})
