import { beforeEach, expect, test } from 'vitest'
import { openPerTest } from '../../../test/support/db.ts'
import { AppError } from '../../platform/errors.ts'
import { apply, contentOf } from './apply.test-support.ts'

const POINT = { latitude: 45.42, longitude: -75.69 }

const database = openPerTest()
let asked: string[]
beforeEach(() => {
  asked = []
})

const dealer = (dealer_code: string, country: string, postal_code: string, place: object = {}) => ({
  dealer_code,
  name: dealer_code,
  country,
  postal_code,
  ...place,
})

async function locate(country: string, code: string) {
  asked.push(`${country} ${code}`)
  if (country === 'DE') throw new AppError('GEOCODER_UNAVAILABLE', 'The service is down.')
  return code === '99999' ? null : POINT
}

async function places() {
  const rows = await database.db.read.selectFrom('dealers').selectAll().orderBy('dealer_code').execute()
  return rows.map(
    (row) => `${row.dealer_code} ${row.latitude ?? 'nowhere'}${row.approximate ? ' approximate' : ''}`,
  )
}

test('dealers without coordinates get those of their postal code, and each code is looked up once', async () => {
  const dealers = [
    dealer('A', 'USA', '75067-1234'),
    dealer('B', 'US', '75067'),
    dealer('C', 'Canada', 'k1a0b1'),
    dealer('D', 'US', '10001', { latitude: 1, longitude: 2 }),
    dealer('E', 'US', '10001', { latitude: null, longitude: null }),
    dealer('F', 'US', '99999'),
    dealer('G', 'US', 'Slip 4'),
    dealer('H', 'US', ''),
  ]
  const { notes } = await apply(database.db, { dealers }, { locate })
  expect(asked).toEqual(['US 75067', 'CA K1A 0B1', 'US 99999'])
  expect(await places()).toEqual([
    'A 45.42 approximate',
    'B 45.42 approximate',
    'C 45.42 approximate',
    'D 1',
    'E nowhere',
    'F nowhere approximate',
    'G nowhere approximate',
    'H nowhere approximate',
  ])
  expect(notes).toEqual([
    'dealers[5] is not shown, because the place of its postal code "99999" (US) is unknown: give latitude and longitude',
    'dealers[6] is not shown, because the place of its postal code "Slip 4" (US) is unknown: give latitude and longitude',
    'dealers[7] is not shown, because it has neither a postal code nor coordinates',
  ])

  asked = []
  await apply(database.db, { dealers: dealers.slice(0, 5) }, { locate })
  expect(asked).toEqual([])
})

test('an unavailable service does not prevent an apply, and is asked again next time', async () => {
  const dealers = [dealer('A', 'DE', '10115'), dealer('B', 'Germany', '20095'), dealer('C', 'US', '75067')]
  const { notes } = await apply(database.db, { dealers }, { locate })
  expect(asked).toEqual(['DE 10115', 'US 75067'])
  expect(notes).toEqual(
    [0, 1].map((position) =>
      expect.stringMatching(
        `^dealers\\[${position}\\] is not shown, because the geocoding service could not be reached`,
      ),
    ),
  )

  await apply(database.db, { dealers }, { locate: async () => POINT })
  expect(await places()).toEqual(['A 45.42 approximate', 'B 45.42 approximate', 'C 45.42 approximate'])
})

test('a dealer with the coordinates of its postal code follows corrections of them, and no service is asked', async () => {
  const dealers = [dealer('A', 'GB', 'SW1A 1AA'), dealer('B', 'GB', 'W1A 1AA', POINT)]
  await apply(database.db, { dealers }, { locate })
  expect(await places()).toEqual(['A 45.42 approximate', 'B 45.42'])
  asked = []
  const better = { latitude: 51.5, longitude: -0.14 }
  const imported = { locate, locateAll: async (_: string, codes: readonly string[]) => toAll(codes, better) }
  await apply(database.db, { dealers: [{ dealer_code: 'A' }, { dealer_code: 'B' }] }, imported)
  expect(await places()).toEqual(['A 51.5 approximate', 'B 45.42'])
  const { revisions } = await contentOf(database.db)
  await apply(database.db, { dealers }, imported)
  await apply(database.db, { dealers }, { locate })
  expect(await places()).toEqual(['A 51.5 approximate', 'B 45.42'])
  expect((await contentOf(database.db)).revisions).toEqual(revisions)
  expect(asked).toEqual([])
})

test('a dealer that moves but keeps its own coordinates gets a note, and can return to those of its postal code', async () => {
  const asks = { locate, locateAll: async (_: string, codes: readonly string[]) => toAll(codes, POINT) }
  const own = { latitude: 45.42, longitude: -76.69 }
  const some = ['A', 'B', 'C'].map((code) => dealer(code, 'US', '75067', own))
  expect((await apply(database.db, { dealers: [...some, dealer('D', 'US', '', own)] }, asks)).notes).toEqual(
    [],
  )
  const moves = [
    dealer('A', 'US', '10001'),
    dealer('B', 'CA', 'nowhere'),
    dealer('C', 'US', '75067-1234'),
    dealer('D', 'US', '10001'),
  ]
  expect((await apply(database.db, { dealers: moves }, asks)).notes).toEqual([
    'dealers[0] keeps its own coordinates, 48.5 miles from 10001: give new ones, or approximate to use those of the postal code',
    'dealers[1] keeps its own coordinates: give new ones, or approximate to use those of the postal code',
  ])
  expect((await apply(database.db, { dealers: moves }, asks)).notes).toEqual([])
  await apply(database.db, { dealers: [{ dealer_code: 'A', approximate: true }] }, { locate })
  expect(await places()).toEqual(['A 45.42 approximate', 'B 45.42', 'C 45.42', 'D 45.42'])
  expect(asked).toEqual(['US 10001'])
  const contradiction = { ...moves[0]!, ...own, approximate: true }
  await expect(apply(database.db, { dealers: [contradiction] })).rejects.toMatchObject({
    issues: [{ field: 'dealers[0].approximate', message: expect.stringContaining('leave out latitude') }],
  })
})

test('a dealer that loses its coordinates gets one note that it is no longer shown', async () => {
  const [point, none] = [POINT, { latitude: null, longitude: null }]
  const dealers = (place: object) => [
    dealer('A', 'US', '75067', place),
    dealer('B', 'US', '75067', { ...place, active: false }),
  ]
  expect((await apply(database.db, { dealers: dealers(point) })).notes).toEqual([])
  const { notes } = await apply(database.db, {
    dealers: [...dealers(none), dealer('C', 'US', '75067', none)],
  })
  expect(notes).toEqual(['dealers[0] is no longer shown, because it has no coordinates'])
  expect((await apply(database.db, { dealers: dealers(none) })).notes).toEqual([])
})

const toAll = <T>(codes: readonly string[], point: T) => new Map(codes.map((code) => [code, point]))

test('any other failure ends the apply', async () => {
  const fail = async () => {
    throw new Error('broken')
  }
  const file = { dealers: [dealer('A', 'US', '75067')] }
  await expect(apply(database.db, file, { locate: fail })).rejects.toThrow('broken')
})

test('a territory in a country without territories gets a note', async () => {
  const { notes } = await apply(database.db, {
    brands: [{ slug: 'a', name: 'A' }],
    dealers: [dealer('A', 'DE', '10115', { latitude: 1, longitude: 1 })],
    territories: [{ brand: 'a', country: 'DE', postal_code: '10115', dealer_code: 'A' }],
  })
  expect(notes).toEqual(['territories[0] has no effect: territories count in US and CA only'])
})

test('a territory whose dealer does not carry the brand gets a note', async () => {
  const { notes } = await apply(database.db, {
    brands: [
      { slug: 'a', name: 'A' },
      { slug: 'b', name: 'B' },
    ],
    dealers: [dealer('A', 'US', '75067', { ...POINT, brands: ['b'] })],
    territories: ['a', 'b'].map((brand) => ({ brand, country: 'US', postal_code: '750', dealer_code: 'A' })),
  })
  expect(notes).toEqual(['territories[0] has no effect until "A" carries the brand "a"'])
})

test('a dealer whose email is not one plain address gets a note', async () => {
  const emails = ['a@b.example', '', 'Bob <bob@b.example>']
  const dealers = emails.map((email, id) => ({ id: 40 + id, name: 'D', country: 'DE', email, ...POINT }))
  const { notes } = await apply(database.db, { dealers })
  expect(notes).toEqual([
    'dealers[2] gets no mail about leads, because "Bob <bob@b.example>" is not one plain e-mail address',
  ])
})
