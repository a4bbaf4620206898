import fc from 'fast-check'
import { expect, test } from 'vitest'
import { makeDealer } from './dealer.test-support.ts'
import { buildDirectory } from './directory.ts'
import { createLocator } from './locator.ts'
import { bodyByTheBook, rowsByTheBook, type World } from './oracle.test-support.ts'
import { Selector } from './select.ts'
import { type DealerRow, type LocatorQuery, MATCH_TYPES, type Point } from './types.ts'

/** Places where something can go wrong: equal distances, the antimeridian, the poles, next to each other. */
const point: fc.Arbitrary<Point> = fc.oneof(
  fc.record({
    latitude: fc.constantFrom(39, 40, 41, 40.000001, 39.999999),
    longitude: fc.constantFrom(-101, -100, -99, -100.000001),
  }),
  fc.record({
    latitude: fc.constantFrom(51, 52, -52),
    longitude: fc.constantFrom(180, -180, 179.9, -179.9, 0, -0.1),
  }),
  fc.record({
    latitude: fc.constantFrom(90, -90, 89.99, -89.99),
    longitude: fc.integer({ min: -180, max: 180 }),
  }),
  fc.record({
    latitude: fc.double({ min: -90, max: 90, noNaN: true }),
    longitude: fc.double({ min: -180, max: 180, noNaN: true }),
  }),
)

const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null })
const often = fc.integer({ min: 0, max: 9 }).map((die) => die > 0)
const country = fc.constantFrom('US', 'US', 'US', 'CA', 'DE')
const codes: Record<string, string[]> = {
  US: ['75067', '75001', '90210', '750', '902'],
  CA: ['K1A 0B1', 'K1A 0A1', 'M5V 2T6', 'K1A', 'M5V'],
  DE: ['80331', '803'],
  FR: ['75001'],
}

const dealerFields = fc.record({
  country_code: fc.oneof({ weight: 9, arbitrary: country }, { weight: 1, arbitrary: fc.constant(null) }),
  group_id: optional(fc.integer({ min: 1, max: 4 })),
  place: fc.oneof({ weight: 9, arbitrary: point }, { weight: 1, arbitrary: fc.constant(null) }),
  active: often,
  name: fc.oneof(fc.string(), fc.string({ unit: 'grapheme' })),
  phone: optional(fc.string()),
})

const dealers: fc.Arbitrary<DealerRow[]> = fc
  .uniqueArray(fc.tuple(fc.integer({ min: 1, max: 99 }), dealerFields), {
    selector: ([id]) => id,
    maxLength: 60,
  })
  .map((list) =>
    list.map(([id, { place, ...fields }]) =>
      makeDealer({ id, ...fields, latitude: place?.latitude ?? null, longitude: place?.longitude ?? null }),
    ),
  )

const territories = fc.uniqueArray(
  country.chain((code) =>
    fc.record({
      country: fc.constant(code),
      postal_code: fc.constantFrom(...codes[code]!),
      dealer_id: fc.integer({ min: 1, max: 99 }),
    }),
  ),
  { selector: ({ country, postal_code }) => `${country} ${postal_code}`, maxLength: 12, size: 'max' },
)

const world: fc.Arbitrary<World> = fc
  .record({ dealers, territories, fallback: dealers.map((list) => list[0] ?? null), owners: fc.boolean() })
  .map(({ dealers, territories, fallback, owners }) => ({
    dealers,
    // Left to chance, few territories would name a dealer that there is.
    territories: owners
      ? territories.map((row) => ({ ...row, dealer_id: dealers[row.dealer_id % dealers.length]?.id ?? 1 }))
      : territories,
    brand: { slug: 'harbor-craft', fallback_dealer: fallback },
  }))

const query: fc.Arbitrary<LocatorQuery> = fc.constantFrom('US', 'US', 'CA', 'DE', 'FR').chain((code) =>
  fc.record({
    country: fc.constant(code),
    postalCode: fc.constantFrom(...codes[code]!.filter((postalCode) => postalCode.length > 3)),
    origin: fc.oneof({ weight: 9, arbitrary: point }, { weight: 1, arbitrary: fc.constant(null) }),
    limit: fc.oneof(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 50 })),
    maxDistanceMiles: fc.oneof(
      fc.constantFrom(0, 69.09, 250, 12437, 12438, 1e300),
      fc.double({ min: 0, max: 13000, noNaN: true }),
    ),
  }),
)

test('the rows, their order and their distances to the last bit are those of the plain rules', () => {
  fc.assert(
    fc.property(world, fc.array(query, { minLength: 1, maxLength: 4 }), (world, queries) => {
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
    { numRuns: 2000 },
  )
})

test.each([
  ['a cache that overflows', 4096],
  ['no cache', 0],
])('with %s the body is byte for byte what JSON.stringify makes of the plain rules', (_, cacheBytes) => {
  const queries = fc
    .array(query, { minLength: 1, maxLength: 12 })
    .chain((pool) => fc.array(fc.constantFrom(...pool), { minLength: 1, maxLength: 60, size: 'max' }))
  fc.assert(
    fc.property(world, queries, (world, queries) => {
      const directory = buildDirectory(world.dealers, world.territories, world.brand)
      const locator = createLocator(directory, { cacheBytes })
      for (const query of queries) {
        expect(locator.answer(query)?.toString() ?? null).toBe(bodyByTheBook(world, query))
      }
    }),
    { numRuns: 300 },
  )
})

test('in large worlds the search by index finds what measuring every dealer finds', () => {
  const crowd = fc
    .record({
      size: fc.integer({ min: 500, max: 2000 }),
      seeds: fc.array(point, { minLength: 1, maxLength: 6 }),
    })
    .chain(({ size, seeds }) =>
      fc.array(
        fc.tuple(
          fc.constantFrom(...seeds),
          fc.integer({ min: -90, max: 90 }),
          fc.integer({ min: -90, max: 90 }),
        ),
        {
          minLength: size,
          maxLength: size,
        },
      ),
    )
  fc.assert(
    fc.property(crowd, query, (places, query) => {
      const world: World = {
        dealers: places.map(([seed, north, east], index) =>
          makeDealer({
            id: index + 1,
            latitude: Math.max(-90, Math.min(90, seed.latitude + north / 20)),
            longitude: seed.longitude + east / 20,
          }),
        ),
        territories: [],
        brand: { slug: 'harbor-craft', fallback_dealer: null },
      }
      const locator = createLocator(buildDirectory(world.dealers, [], world.brand))
      const here = { ...query, country: 'US' }
      expect(locator.answer(here)?.toString() ?? null).toBe(bodyByTheBook(world, here))
    }),
    { numRuns: 60 },
  )
})
