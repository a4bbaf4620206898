import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Integrator, makeIntegrator } from '../../support/integrator.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { codesOf, dealer, dealersOf, matchesOf, milesBetween } from './world.ts'

let server: TestServer
/** Dealers along a line from Lewisville, TX (75067), eastwards, and far away. */
let texas: Integrator
let crowd: Integrator

const [SEATTLE, TORONTO] = [
  { latitude: 47.61, longitude: -122.33 },
  { latitude: 43.65, longitude: -79.38 },
]
const CROWD = 60

beforeAll(async () => {
  server = await startServer()
  texas = await makeIntegrator(server, { more: texanWorld })
  crowd = await makeIntegrator(server, {
    more: (slug) => ({
      dealers: Array.from({ length: CROWD }, (_, i) => dealer(`CROWD-${i}`, { brands: [slug] })),
    }),
  })
})
afterAll(() => server[Symbol.asyncDispose]())

function texanWorld(slug: string) {
  const own = (code: string, fields: object) => dealer(code, { brands: [slug], ...fields })
  const assign = (postal_code: string, dealer_code: string, country = 'US') => ({
    brand: slug,
    country,
    postal_code,
    dealer_code,
  })
  return {
    dealer_groups: [10, 20, 30].map((id) => ({ id, name: `Group ${id}` })),
    dealers: [
      own('NEAR', { longitude: -96.9 }),
      own('MIDDLE', { longitude: -96, group_id: 10, unit_id: 1 }),
      own('FAR', { longitude: -93.5 }),
      own('SISTER', { ...SEATTLE, group_id: 10, unit_id: 2 }),
      own('AUNT', { latitude: 40, longitude: -111, group_id: 10, unit_id: 3 }),
      own('OWNER', { ...SEATTLE, latitude: 48, group_id: 20 }),
      own('OWNER-SISTER', { latitude: 45, longitude: -69, group_id: 20 }),
      own('ASLEEP', { active: false, group_id: 10 }),
      own('NOWHERE', { latitude: null, longitude: null, group_id: 10 }),
      own('ABROAD', { country: 'Canada', ...TORONTO, group_id: 10 }),
      dealer('OTHERS', { group_id: 10, brands: [] }),
      dealer('OTHERS-OWNER', { brands: [] }),
    ],
    territories: [
      assign('75201', 'OWNER'),
      assign('752', 'NEAR'),
      assign('75202', 'ASLEEP'),
      assign('75203', 'NOWHERE'),
      assign('75204', 'ABROAD'),
      assign('75205', 'OTHERS-OWNER'),
      assign('000', 'OWNER'),
      assign('09001', 'OWNER'),
      assign('K1A', 'ABROAD', 'CA'),
    ],
  }
}

const locate = (query: Record<string, string>) => texas.locate({ country: 'US', ...query })
const inTexas = (query: Record<string, string> = {}) => locate({ postal_code: '75067', ...query })

describe('rule 1: the territory', () => {
  test('comes first, beyond max_distance_miles, with its real distance', async () => {
    const answer = await locate({ postal_code: '75201', max_distance_miles: '50' })
    expect(answer.status).toBe(200)
    const [first, ...others] = dealersOf(answer)
    expect(first).toMatchObject({ dealer_code: 'OWNER', match_type: 'territory', territory_match: true })
    expect(first!.distance_miles).toBeGreaterThan(1_600)
    expect(others.every((row) => row.territory_match === false)).toBe(true)
    expect(matchesOf(answer).slice(1, 3)).toEqual(['NEAR distance', 'MIDDLE distance'])
  })

  test('counts towards the limit', async () => {
    expect(matchesOf(await locate({ postal_code: '75201', limit: '2' }))).toEqual([
      'OWNER territory',
      'NEAR distance',
      'OWNER-SISTER group_sibling',
    ])
    expect(matchesOf(await locate({ postal_code: '75201', limit: '1' }))).toEqual([
      'OWNER territory',
      'OWNER-SISTER group_sibling',
    ])
  })

  test('goes by the longest match', async () => {
    expect(matchesOf(await locate({ postal_code: '75206' }))[0]).toBe('NEAR territory')
    expect(matchesOf(await locate({ postal_code: '75201' }))[0]).toBe('OWNER territory')
  })

  test.each([
    ['is inactive', '75202'],
    ['has no coordinates', '75203'],
    ['lies in another country', '75204'],
    ['does not carry the brand', '75205'],
  ])('is none when its dealer %s, and no shorter prefix takes its place', async (_, postal_code) => {
    const answer = await locate({ postal_code })
    expect(answer.status).toBe(200)
    expect(dealersOf(answer).filter((row) => row.territory_match || row.match_type === 'territory')).toEqual(
      [],
    )
  })

  test('is answered where nobody knows the place of the code, with distance 0', async () => {
    for (const postal_code of ['00001', '09001']) {
      const answer = await locate({ postal_code })
      expect(matchesOf(answer)).toEqual(['OWNER territory', 'OWNER-SISTER group_sibling'])
      expect(dealersOf(answer).map((row) => row.distance_miles)).toEqual([0, 0])
      const { explain } = (await locate({ postal_code, explain: 'true' })).body
      expect(explain).toMatchObject({ located_by: null, latitude: null, longitude: null })
    }
  })

  test('holds for Canadian prefixes', async () => {
    const answer = await texas.locate({ country: 'CA', postal_code: 'k1a0b1', max_distance_miles: '1' })
    expect(matchesOf(answer)).toEqual(['ABROAD territory'])
  })
})

describe('rule 2: distance', () => {
  test('takes the dealers within max_distance_miles, nearest first', async () => {
    expect(matchesOf(await inTexas({ max_distance_miles: '20' }))).toEqual(['NEAR distance'])
    const answer = await inTexas({ max_distance_miles: '300' })
    const rows = dealersOf(answer).filter((row) => row.match_type === 'distance')
    expect(rows.map((row) => row.dealer_code)).toEqual(['NEAR', 'MIDDLE', 'FAR'])
    expect(rows.map((row) => row.distance_miles)).toEqual(
      rows.map((row) => row.distance_miles).toSorted((a, b) => a - b),
    )
  })

  test('is 250 miles unless said otherwise, and 0 is a distance', async () => {
    const byDistance = async (max?: string) =>
      matchesOf(await locate({ postal_code: '75703', ...(max ? { max_distance_miles: max } : {}) })).filter(
        (row) => row.endsWith(' distance'),
      )
    expect(await byDistance()).toEqual(await byDistance('250'))
    expect(await byDistance()).not.toEqual(await byDistance('50'))
    expect(await byDistance('0')).toEqual([])
  })

  test('is cut off at limit', async () => {
    expect(codesOf(await inTexas({ limit: '1' }))).toEqual(['NEAR'])
    const counts = ['1', '10', '49', '50', '51', '1000000000'].map(async (limit) => {
      const answer = await crowd.locate({ country: 'US', postal_code: '75067', limit })
      return dealersOf(answer).length
    })
    expect(await Promise.all(counts)).toEqual([1, 10, 49, 50, 50, 50])
    expect(dealersOf(await crowd.locate({ country: 'US', postal_code: '75067' }))).toHaveLength(10)
  })

  test('is ordered by id at equal distances', async () => {
    const ids = dealersOf(await crowd.locate({ country: 'US', postal_code: '75067', limit: '50' })).map(
      (row) => row.id,
    )
    expect(ids).toEqual(ids.toSorted((a, b) => a - b))
  })
})

describe('rule 4: group siblings', () => {
  test('come after the others, at any distance and past the limit, nearest first', async () => {
    expect(matchesOf(await inTexas({ limit: '2' }))).toEqual([
      'NEAR distance',
      'MIDDLE distance',
      'AUNT group_sibling',
      'SISTER group_sibling',
    ])
  })

  test('are not added twice, nor without a member of the group', async () => {
    expect(matchesOf(await inTexas({ limit: '1' }))).toEqual(['NEAR distance'])
    const answer = await locate({ postal_code: '98101', limit: '50' })
    expect(codesOf(answer)).toEqual([...new Set(codesOf(answer))])
    expect(matchesOf(answer)).toEqual([
      'SISTER distance',
      'OWNER distance',
      'AUNT group_sibling',
      'MIDDLE group_sibling',
      'OWNER-SISTER group_sibling',
    ])
  })
})

test('rule 6: inactive dealers, those without coordinates and those of other countries and brands are left out', async () => {
  const all = codesOf(await inTexas({ limit: '50', max_distance_miles: '12500' }))
  expect(all.toSorted()).toEqual(['AUNT', 'FAR', 'MIDDLE', 'NEAR', 'OWNER', 'OWNER-SISTER', 'SISTER'])
  const canada = await texas.locate({
    country: 'CA',
    postal_code: 'M5V 2T6',
    limit: '50',
    max_distance_miles: '12500',
  })
  expect(matchesOf(canada)).toEqual(['ABROAD distance'])
})

test('rule 7: distances are those of the haversine formula, to two decimals', async () => {
  const answer = await inTexas({ limit: '50', max_distance_miles: '12500', explain: 'true' })
  for (const row of dealersOf(answer)) {
    expect(row.distance_miles, row.dealer_code).toBe(milesBetween(answer.body.explain, row))
  }
})

test('rule 8: every unit has a row of its own', async () => {
  const units = dealersOf(await inTexas({ limit: '50', max_distance_miles: '12500' })).filter(
    (row) => (row as unknown as { group_id: number }).group_id === 10,
  )
  expect(units.map((row) => row.dealer_code).toSorted()).toEqual(['AUNT', 'MIDDLE', 'SISTER'])
})

test('nothing within reach is an empty list', async () => {
  const answer = await locate({ postal_code: '33101', max_distance_miles: '10' })
  expect(answer).toMatchObject({ status: 200, body: { success: true, version: '0.2.0', dealers: [] } })
})

describe('a ZIP code without a known place', () => {
  test('is taken for the center of its first three digits', async () => {
    const answer = await locate({ postal_code: '75200', explain: 'true' })
    expect(answer.status).toBe(200)
    expect(answer.body.explain.latitude).toBeCloseTo(32.78, 1)
    expect(answer.body.explain.located_by).toMatch(/its first three digits/)
  })

  test.each(['09001', '34001', '96201'])('of the military post, %s, is nowhere', async (postal_code) => {
    expect((await crowd.locate({ country: 'US', postal_code })).status).toBe(404)
  })
})

test('Puerto Rico and the other territories are the United States', async () => {
  const islands = await makeIntegrator(server, {
    more: (slug) => ({
      dealers: [
        dealer('SAN-JUAN', { country: 'Puerto Rico', latitude: 18.47, longitude: -66.12, brands: [slug] }),
        dealer('PONCE', { country: 'USA', latitude: 18.01, longitude: -66.61, brands: [slug] }),
        dealer('TORTOLA', { country: 'VG', latitude: 18.43, longitude: -64.62, brands: [slug] }),
      ],
      territories: [{ brand: slug, country: 'US', postal_code: '00731', dealer_code: 'SAN-JUAN' }],
    }),
  })
  for (const country of ['US', 'PR', 'vi']) {
    expect(codesOf(await islands.locate({ country, postal_code: '00901' }))).toEqual(['SAN-JUAN', 'PONCE'])
    expect(matchesOf(await islands.locate({ country, postal_code: '00731' }))).toEqual([
      'SAN-JUAN territory',
      'PONCE distance',
    ])
  }
})
