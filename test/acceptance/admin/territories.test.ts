import { randomBytes } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { makeAdministrator } from '../../support/administrator.ts'
import type { Answer } from '../../support/client.ts'
import { startServer } from '../../support/server.ts'

const server = await startServer()
afterAll(() => server[Symbol.asyncDispose]())
const administrator = await makeAdministrator(server)

const fresh = (prefix: string) => `${prefix}-${randomBytes(6).toString('hex')}`

async function makeWorld() {
  const [brand, other] = [fresh('brand'), fresh('brand')]
  const made = await server.apply({
    brands: [brand, other].map((slug) => ({ slug, name: slug })),
    dealers: [brand, brand, other].map((slug) => ({
      ...{ dealer_code: fresh('t'), name: 'Pier', country: 'US', latitude: 33, longitude: -97 },
      brands: [slug],
    })),
  })
  return { brand, other, dealers: made.dealers as { id: number; dealer_code: string }[] }
}

const put = (body: object, caller = administrator) => caller.call('PUT', '/territories', { body })
const codes = ({ body }: Answer) =>
  body.data.map(({ postal_code }: { postal_code: string }) => postal_code) as string[]

test('postal codes are assigned, reassigned and removed together', async () => {
  const { brand, dealers } = await makeWorld()
  const [one, two] = dealers
  const list = (query = '') => administrator.call('GET', `/territories?brand=${brand}${query}`)
  const first = await put({
    ...{ brand, country: 'US', dealer_id: one!.id },
    postal_codes: ['75067', ' 761 ', '75067', '76102'],
  })
  expect(first.body.data).toMatchObject({
    ...{ brand, country: 'US', dealer_id: one!.id },
    postal_codes: ['75067', '761', '76102'],
  })
  await put({ brand, country: 'us', postal_codes: ['76102', '10001'], dealer_id: two!.id })
  await put({ brand, country: 'CA', postal_codes: ['k1a0b1'], dealer_id: two!.id })
  const all = await list()
  expect(codes(all)).toEqual(['K1A 0B1', '10001', '75067', '761', '76102'])
  expect(all.body.data[1]).toMatchObject({
    ...{ brand, country: 'US', postal_code: '10001', dealer_id: two!.id },
    ...{ dealer_code: two!.dealer_code, dealer_name: 'Pier' },
  })
  expect(codes(await list('&prefix=76'))).toEqual(['761', '76102'])
  expect(codes(await list('&country=ca'))).toEqual(['K1A 0B1'])
  expect(codes(await list(`&dealer=${one!.dealer_code}`))).toEqual(['75067', '761'])
  const page = await list('&limit=2')
  expect(codes(await list(`&limit=3&cursor=${page.body.meta.pagination.next_cursor}`))).toEqual(
    codes(all).slice(2),
  )
  const removed = await put({ brand, country: 'US', postal_codes: ['761', '99999'], dealer_id: null })
  expect(removed.body.data.dealer_id).toBeNull()
  expect(codes(await list('&prefix=76'))).toEqual(['76102'])
})

test('one bad code leaves everything as it was, and every bad one is named', async () => {
  const { brand, dealers } = await makeWorld()
  const answer = await put({
    ...{ brand, country: 'US', dealer_id: 4_000_000 },
    postal_codes: ['75067', '7506', '76102', 'K1A 0B1'],
  })
  expect(answer.status).toBe(422)
  expect(answer.body.error.details.map(({ field }: { field: string }) => field)).toEqual([
    'dealer_id',
    'postal_codes.1',
    'postal_codes.3',
  ])
  const list = await administrator.call('GET', `/territories?brand=${brand}`)
  expect(list.body.data).toEqual([])
  const missing = await put({ brand, country: 'US', postal_codes: [] })
  expect(missing.body.error.details.map(({ field }: { field: string }) => field).sort()).toEqual([
    'dealer_id',
    'postal_codes',
  ])
  expect((await put({ brand, country: 'US', postal_codes: [1], dealer_id: dealers[0]!.id })).status).toBe(422)
})

test('a dealer that does not carry the brand gets the codes with a warning', async () => {
  const { brand, dealers } = await makeWorld()
  const answer = await put({ brand, country: 'US', postal_codes: ['75067'], dealer_id: dealers[2]!.id })
  expect(answer.status).toBe(200)
  expect(answer.body.meta.warnings[0]).toMatchObject({ field: 'dealer_id' })
})

test('for a caller, brands and dealers of others do not exist', async () => {
  const { brand, other, dealers } = await makeWorld()
  await put({ brand: other, country: 'US', postal_codes: ['75067'], dealer_id: dealers[2]!.id })
  const manager = await makeAdministrator(server, { role: 'brand_manager', brands: [brand] })
  expect((await manager.call('GET', '/territories')).body.data).toEqual([])
  const area = { country: 'US', postal_codes: ['75067'] }
  const refused = await put({ ...area, brand: other, dealer_id: dealers[0]!.id }, manager)
  const unknown = await put({ ...area, brand: 'no-such-brand', dealer_id: dealers[0]!.id }, manager)
  expect([refused.status, unknown.status]).toEqual([404, 404])
  const foreign = await put({ ...area, brand, dealer_id: dealers[2]!.id }, manager)
  expect([foreign.status, foreign.body.error.details[0].field]).toEqual([422, 'dealer_id'])
  const viewer = await makeAdministrator(server, { role: 'viewer', brands: [brand] })
  expect((await put({ ...area, brand, dealer_id: null }, viewer)).status).toBe(403)
})

test('a map shows where postal codes and prefixes are, and whose', async () => {
  const { brand, other, dealers } = await makeWorld()
  const [one, two] = dealers
  await put({ brand, country: 'US', postal_codes: ['75067', '331', '09001'], dealer_id: one!.id })
  await put({ brand, country: 'CA', postal_codes: ['K1P', 'K1P 1A1'], dealer_id: two!.id })
  const map = (query = '') => administrator.call('GET', `/territories/map?brand=${brand}${query}`)
  const { status, body } = await map()
  expect(status).toBe(200)
  const near = (latitude: number, longitude: number) => ({
    ...{ latitude: expect.closeTo(latitude, 0), longitude: expect.closeTo(longitude, 0) },
  })
  expect(body.data).toEqual({
    dealers: [
      { id: two!.id, name: 'Pier' },
      { id: one!.id, name: 'Pier' },
    ],
    territories: [
      { country: 'CA', postal_code: 'K1P', dealer_id: two!.id, ...near(45.4, -75.7) },
      { country: 'CA', postal_code: 'K1P 1A1', dealer_id: two!.id, ...near(45.4, -75.7) },
      { country: 'US', postal_code: '331', dealer_id: one!.id, ...near(25.8, -80.2) },
      { country: 'US', postal_code: '75067', dealer_id: one!.id, ...near(33, -97) },
    ],
    // Military codes are nowhere.
    unplaced: 1,
  })
  const texan = await map('&prefix=75&country=us')
  expect(codes({ body: { data: texan.body.data.territories } } as never)).toEqual(['75067'])
  expect((await administrator.call('GET', '/territories/map')).status).toBe(422)
  const manager = await makeAdministrator(server, { role: 'brand_manager', brands: [other] })
  expect((await manager.call('GET', `/territories/map?brand=${brand}`)).status).toBe(404)
})
