import fc from '../../../../test/support/fast-check.ts'
import type { Point } from '../../postal-codes/index.ts'
import type { DealerRow, TerritoryRow } from '../snapshot/rows.ts'
import { makeDealer } from './dealer.test-support.ts'
import type { World } from './oracle.test-support.ts'
import type { PlacedQuery } from './query.ts'

/** A world and queries to it. */
export interface Scenario {
  world: World
  queries: PlacedQuery[]
}

/** Neighborhoods where something can go wrong: equal distances, the antimeridian, a pole, the antipode. */
const NEIGHBORHOODS: fc.Arbitrary<Point>[] = [
  place(fc.constantFrom(39, 40, 41, 40.000001), fc.constantFrom(-101, -100, -99, -100.000001)),
  place(fc.constantFrom(51, 52, 52.5), fc.constantFrom(180, -180, 179.9, -179.9, 178)),
  place(fc.constantFrom(90, 89.99, 89.5, 88), fc.integer({ min: -180, max: 180 })),
  place(fc.constantFrom(40, -40, -40.000001), fc.constantFrom(-100, 80, 79.999999)),
  place(fc.double({ min: 25, max: 49, noNaN: true }), fc.double({ min: -124, max: -67, noNaN: true })),
  place(fc.double({ min: -90, max: 90, noNaN: true }), fc.double({ min: -180, max: 180, noNaN: true })),
]

const CODES: Record<string, string[]> = {
  US: ['75067', '75001', '90210', '750', '902'],
  CA: ['K1A 0B1', 'K1A 0A1', 'M5V 2T6', 'K1A', 'M5V'],
  DE: ['80331', '803'],
  FR: ['75001'],
}

/** Worlds of up to 60 dealers, their territories and fallback, and up to `maxQueries` queries. */
export function scenarios(maxQueries: number): fc.Arbitrary<Scenario> {
  return fc.constantFrom(...NEIGHBORHOODS).chain((point) =>
    fc.record({
      world: fc
        .array(dealer(point), { maxLength: 60, size: 'max' })
        .map(identify)
        .chain((dealers) =>
          fc.record({
            dealers: fc.constant(dealers),
            territories: territories(dealers),
            brand: fc.record({
              slug: fc.constant('harbor-craft'),
              fallback_dealer: fc.constantFrom(null, ...dealers.slice(0, 3)),
            }),
          }),
        ),
      queries: fc.array(query(point), { minLength: 1, maxLength: maxQueries, size: 'max' }),
    }),
  )
}

/** Up to `size` dealers in the United States, crowded around a few places, and one query among them. */
export function crowds(size: number): fc.Arbitrary<Scenario> {
  const offset = fc.integer({ min: -90, max: 90 }).map((twentieths) => twentieths / 20)
  return fc.constantFrom(...NEIGHBORHOODS).chain((point) =>
    fc.array(point, { minLength: 1, maxLength: 6 }).chain((centers) => {
      const scattered = fc
        .tuple(fc.constantFrom(...centers), offset, offset)
        .map(([center, north, east]) => ({
          latitude: Math.max(-90, Math.min(90, center.latitude + north)),
          longitude: center.longitude + east,
        }))
      return fc.record({
        world: fc.array(scattered, { minLength: size / 2, maxLength: size, size: 'max' }).map((places) => ({
          dealers: places.map((place, index) => makeDealer({ id: index + 1, ...place })),
          territories: [],
          brand: { slug: 'harbor-craft', fallback_dealer: null },
        })),
        queries: query(scattered).map((query) => [{ ...query, country: 'US' }]),
      })
    }),
  )
}

function place(latitude: fc.Arbitrary<number>, longitude: fc.Arbitrary<number>): fc.Arbitrary<Point> {
  return fc.record({ latitude, longitude })
}

function dealer(point: fc.Arbitrary<Point>): fc.Arbitrary<Omit<DealerRow, 'id'>> {
  return fc
    .record({
      country_code: fc.constantFrom('US', 'US', 'US', 'PR', 'CA', 'CA', 'DE', 'DE', null),
      group_id: fc.option(fc.integer({ min: 1, max: 9 }), { nil: null }),
      place: usually(point, fc.constant(null)),
      active: usually(fc.constant(true), fc.constant(false)),
      name: fc.oneof(
        fc.constantFrom('Ahab', 'ahab', 'Åland', 'Zoe'),
        fc.string(),
        fc.string({ unit: 'grapheme' }),
      ),
      phone: fc.option(fc.string(), { nil: null }),
    })
    .map(({ place, ...fields }) => ({
      ...makeDealer({ id: 0, ...fields }),
      latitude: place?.latitude ?? null,
      longitude: place?.longitude ?? null,
    }))
}

/** Gives ids that are out of order: 97 is prime. */
function identify(dealers: Omit<DealerRow, 'id'>[]): DealerRow[] {
  return dealers.map((dealer, index) => ({ ...dealer, id: ((index * 37) % 97) + 1 }))
}

/** Mostly to dealers of the same country, sometimes to another one or to none. */
function territories(dealers: DealerRow[]): fc.Arbitrary<TerritoryRow[]> {
  const row = fc.constantFrom('US', 'US', 'CA', 'DE').chain((country) => {
    const own = country === 'US' ? ['US', 'PR'] : [country]
    const ids = dealers.filter((dealer) => own.includes(dealer.country_code ?? '')).map((dealer) => dealer.id)
    return fc.record({
      country: fc.constant(country),
      postal_code: fc.constantFrom(...CODES[country]!),
      dealer_id: ids.length > 0 ? usually(fc.constantFrom(...ids), fc.constant(1)) : fc.constant(98),
    })
  })
  return fc.uniqueArray(row, {
    selector: ({ country, postal_code }) => `${country} ${postal_code}`,
    maxLength: 12,
    size: 'max',
  })
}

function query(point: fc.Arbitrary<Point>): fc.Arbitrary<PlacedQuery> {
  return fc.constantFrom('US', 'US', 'US', 'CA', 'CA', 'DE', 'FR').chain((country) =>
    fc.record({
      country: fc.constant(country),
      postalCode: fc.constantFrom(...CODES[country]!.filter((code) => code.length > 3)),
      origin: usually(point, fc.constant(null)),
      limit: fc.oneof(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 50 })),
      maxDistanceMiles: usually(
        fc.constantFrom(0, 69.09, 250, 250, 250, 5000, 12437, 12438, 1e300),
        fc.double({ min: 0, max: 13000, noNaN: true }),
      ),
    }),
  )
}

function usually<T, U>(common: fc.Arbitrary<T>, rare: fc.Arbitrary<U>): fc.Arbitrary<T | U> {
  return fc.oneof({ weight: 9, arbitrary: common }, { weight: 1, arbitrary: rare })
}
