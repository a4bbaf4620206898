import { expect, test, vi } from 'vitest'
import fc from '../../../../test/support/fast-check.ts'
import { type Piece, Scratch } from '../../../platform/http/scratch.ts'
import { createLocator } from './locator.ts'
import { bodyByTheBook, rowsByTheBook } from './oracle.test-support.ts'
import { crowds, scenarios } from './scenarios.test-support.ts'
import { Selector } from './select.ts'
import { buildDirectory, openLocator } from './small-world.test-support.ts'
import { type LocatorQuery, MATCH_TYPES, type Point } from './types.ts'

const scratch = new Scratch()

// Hundreds of worlds take a second, and many on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

test('the rows, their order and their distances to the last bit are those of the plain rules', () => {
  fc.assert(
    fc.property(scenarios(4), ({ world, queries }) => {
      const directory = buildDirectory(world.dealers, world.territories, world.brand)
      const selector = new Selector(directory)
      for (const query of queries) {
        const selection = selector.select(query)
        const rows =
          selection &&
          Array.from({ length: selection.count }, (_, row) => ({
            id: directory.ids[selection.dealers[row]!],
            matchType: MATCH_TYPES[selection.matchTypes[row]!],
            miles: selection.miles[row],
          }))
        const expected = rowsByTheBook(world, query)
        expect(rows).toEqual(expected?.map(({ dealer, ...row }) => ({ id: dealer.id, ...row })) ?? null)
      }
    }),
    { numRuns: 500 },
  )
})

test.each([
  ['a cache that overflows', 4096],
  ['no cache', 0],
])('with %s the body is byte for byte what JSON.stringify makes of the plain rules', (_, cacheBytes) => {
  fc.assert(
    fc.property(scenarios(30), ({ world, queries }) => {
      const locator = createLocator(buildDirectory(world.dealers, world.territories, world.brand), {
        cacheBytes,
      })
      const known = packaged(queries)
      for (const query of [...known, ...known.toReversed(), ...known]) {
        const expected = bodyByTheBook(world, query)
        const recalled = query.packaged && locator.recallInto(scratch, query)
        if (recalled) expect(textOf(recalled)).toBe(expected)
        const answer = locator.answer(query)
        expect(answer?.toString() ?? null).toBe(expected)
        if (answer) expect(textOf(locator.answerInto(scratch, query)!)).toBe(expected)
      }
    }),
    { numRuns: 100 },
  )
})

/** Queries of which those in US and CA, but for every fifth code, are about packaged points: one for each code. */
function packaged(queries: readonly LocatorQuery[]): LocatorQuery[] {
  const points = new Map<string, Point | null>()
  return queries.map((query) => {
    const { country, postalCode, origin } = query
    if (!['US', 'CA'].includes(country) || postalCode === '90210') return query
    const point = points.get(postalCode) ?? origin
    points.set(postalCode, point)
    return { ...query, origin: point, packaged: point ? 'table' : undefined }
  })
}

function textOf({ chunk, start, end }: Piece): string {
  return chunk.toString('utf8', start, end)
}

test('among many dealers the search by index finds what measuring every dealer finds', () => {
  fc.assert(
    fc.property(crowds(2000), ({ world, queries }) => {
      const locator = openLocator(world.dealers, world.territories, world.brand)
      for (const query of queries) {
        expect(locator.answer(query)?.toString() ?? null).toBe(bodyByTheBook(world, query))
      }
    }),
    { numRuns: 100 },
  )
})
