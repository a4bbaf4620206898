import { randomBytes } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { makeAdministrator } from '../../support/administrator.ts'
import type { Answer } from '../../support/client.ts'
import { startServer } from '../../support/server.ts'

const server = await startServer()
afterAll(() => server[Symbol.asyncDispose]())
const administrator = await makeAdministrator(server)

const fresh = (prefix: string) => `${prefix}-${randomBytes(6).toString('hex')}`
const [brand, other] = [fresh('brand'), fresh('brand')]
const LEWISVILLE = { country: 'US', postal_code: '75067' }
const DEALERS = [
  { name: 'Owner', ...LEWISVILLE, latitude: 34.5, longitude: -97 },
  { name: 'Near', ...LEWISVILLE, latitude: 33.02, longitude: -97 },
  { name: 'Next', ...LEWISVILLE, latitude: 33.2, longitude: -97 },
  { name: 'Closed', ...LEWISVILLE, latitude: 33.03, longitude: -97, active: false },
  { name: 'Lost', ...LEWISVILLE, latitude: null, longitude: null },
  { name: 'Abroad', country: 'Mexico', postal_code: '', latitude: 33.04, longitude: -97 },
  { name: 'Far', country: 'US', postal_code: '', latitude: 35.6, longitude: -97 },
]
const codes = DEALERS.map(() => fresh('m'))
const made = await server.apply({
  brands: [brand, other].map((slug) => ({ slug, name: slug })),
  dealers: DEALERS.map((dealer, i) => ({ ...dealer, dealer_code: codes[i], brands: [brand] })),
  territories: [{ brand, country: 'US', postal_code: '750', dealer_code: codes[0] }],
})
const idOf = (name: string) => made.dealers[DEALERS.findIndex((dealer) => dealer.name === name)]!.id
const namesIn = (records: { name: string }[]) => records.map(({ name }) => name)
const codeOf = ({ status, body }: Answer) => [status, body.error?.code]

describe('the map', () => {
  const map = (query: string, caller = administrator) => caller.call('GET', `/dealers/map?${query}`)

  test('has the active dealers with coordinates, and no other fields', async () => {
    const answer = await map(`brand=${brand}`)
    expect(namesIn(answer.body.data)).toEqual(['Owner', 'Near', 'Next', 'Abroad', 'Far'])
    expect(answer.body.data[1]).toEqual({ id: idOf('Near'), name: 'Near', latitude: 33.02, longitude: -97 })
  })

  test('shows a change in the next answer', async () => {
    const set = (active: boolean) =>
      administrator.call('PATCH', `/dealers/${idOf('Far')}`, { body: { active } })
    await set(false)
    expect(namesIn((await map(`brand=${brand}`)).body.data)).not.toContain('Far')
    await set(true)
    expect(namesIn((await map(`brand=${brand}`)).body.data)).toContain('Far')
  })

  test('needs a brand, and one that the caller holds', async () => {
    expect(codeOf(await map(''))).toEqual([422, 'VALIDATION_ERROR'])
    const manager = await makeAdministrator(server, { role: 'brand_manager', brands: [other] })
    expect(codeOf(await map(`brand=${brand}`, manager))).toEqual([404, 'NOT_FOUND'])
    expect((await map(`brand=${other}`, manager)).body.data).toEqual([])
  })
})

describe('locating', () => {
  const locate = (query: string, caller = administrator) =>
    caller.call('GET', `/locate?brand=${brand}&country=US&postal_code=75067${query}`)

  test('says why each dealer is listed, and each near one is not', async () => {
    const answer = await locate('&limit=2&max_distance_miles=150')
    expect(answer.status, answer.text).toBe(200)
    const { dealers, explain, not_listed, territory_points } = answer.body.data
    expect(territory_points).toEqual([
      { postal_code: '750', latitude: expect.closeTo(33, 0), longitude: expect.closeTo(-97, 0) },
    ])
    expect(namesIn(dealers)).toEqual(['Owner', 'Near'])
    expect(dealers[0]).toMatchObject({
      match_type: 'territory',
      reason: '750 is assigned to this dealer, which comes first at any distance.',
    })
    expect(explain).toMatchObject({ postal_code: '75067', limit: 2, territory: { matched: true } })
    const reasons = Object.fromEntries(
      not_listed.map(({ name, reason }: { name: string; reason: string }) => [name, reason]),
    )
    expect(reasons).toEqual({
      Closed: 'It is not active.',
      Lost: 'It has no coordinates.',
      Abroad: 'It is in another country (Mexico): only dealers in US are listed.',
      Next: expect.stringMatching(/^It is \d+\.\d miles away, and 2 dealers come first: the limit is 2\.$/),
      Far: expect.stringMatching(/^It is \d+\.\d miles away, farther than 150 miles\.$/),
    })
  })

  test('sees a change in the next answer', async () => {
    const set = (active: boolean) =>
      administrator.call('PATCH', `/dealers/${idOf('Closed')}`, { body: { active } })
    await set(true)
    expect(namesIn((await locate('')).body.data.dealers)).toContain('Closed')
    await set(false)
    expect(namesIn((await locate('')).body.data.dealers)).not.toContain('Closed')
  })

  test('refuses what the locator refuses, in the way of the administration', async () => {
    const bad = await administrator.call('GET', `/locate?brand=${brand}&country=US&postal_code=7506`)
    expect(codeOf(bad)).toEqual([422, 'VALIDATION_ERROR'])
    expect(bad.body.error.details[0].field).toBe('postal_code')
    const unknown = await administrator.call('GET', `/locate?brand=${other}&country=US&postal_code=09001`)
    expect(codeOf(unknown)).toEqual([404, 'POSTAL_CODE_NOT_FOUND'])
    const manager = await makeAdministrator(server, { role: 'sales', brands: [other] })
    expect(codeOf(await locate('', manager))).toEqual([404, 'NOT_FOUND'])
    const nobody = await makeAdministrator(server, { permissions: ['leads:read'], brands: [brand] })
    expect(codeOf(await locate('', nobody))).toEqual([403, 'ENDPOINT_NOT_PERMITTED'])
  })
})
