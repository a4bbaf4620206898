import { randomBytes } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { type Administrator, makeAdministrator } from '../../support/administrator.ts'
import type { Answer } from '../../support/client.ts'
import { startNominatim } from '../../support/nominatim.ts'
import { startServer } from '../../support/server.ts'

const geocoder = await startNominatim()
const server = await startServer({ env: { GEOCODER_URL: geocoder.url } })
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await geocoder[Symbol.asyncDispose]()
})
const administrator = await makeAdministrator(server)

const fresh = (prefix: string) => `${prefix}-${randomBytes(6).toString('hex')}`
const codeOf = ({ status, body }: Answer) => [status, body.error?.code]
const ids = ({ body }: Answer) => body.data.map(({ id }: { id: number }) => id)

async function makeBrand(): Promise<string> {
  const slug = fresh('brand')
  await server.apply({ brands: [{ slug, name: slug }] })
  return slug
}

const FIELDS = { name: 'Tidewater Marine', country: 'US', postal_code: '75067' }

async function create(caller: Administrator, fields: object) {
  const answer = await caller.call('POST', '/dealers', { body: { ...FIELDS, ...fields } })
  expect(answer.status, answer.text).toBe(201)
  return answer
}

test('a dealer is created with the coordinates of its postal code, changed, cleared and deactivated', async () => {
  const brand = await makeBrand()
  const fields = { dealer_code: fresh('d'), unit_id: 3, phone: '+1 972 555 0100', brands: [brand] }
  const created = await create(administrator, fields)
  const { id } = created.body.data
  expect(created.body.data).toMatchObject({
    ...FIELDS,
    ...fields,
    ...{ approximate: true, active: true, group_id: null, group: null, legal_name: '' },
    latitude: expect.closeTo(33, 0),
    longitude: expect.closeTo(-97, 0),
  })
  expect(created.body.data.updated_at).toBe(created.body.data.created_at)
  const shown = await administrator.call('GET', `/dealers/${id}`)
  expect(shown.body.data).toEqual(created.body.data)
  expect(shown.headers.etag).toBe(created.headers.etag)

  const change = (body: object, version: string) =>
    administrator.call('PATCH', `/dealers/${id}`, { headers: { 'if-match': version }, body })
  const cleared = await change({ phone: null, unit_id: null, active: false }, shown.headers.etag!)
  expect(cleared.body.data).toMatchObject({ phone: '', unit_id: null, active: false, brands: [brand] })
  expect(cleared.body.data.updated_at > created.body.data.updated_at).toBe(true)
  expect(codeOf(await change({ name: 'Late' }, shown.headers.etag!))).toEqual([412, 'PRECONDITION_FAILED'])
  const moved = await change({ latitude: null, longitude: null }, cleared.headers.etag!)
  expect(moved.body.data).toMatchObject({ name: FIELDS.name, latitude: null, approximate: false })
})

test('a dealer that the locator cannot show comes with a warning', async () => {
  const lost = await create(administrator, { country: 'DE', postal_code: '' })
  expect(lost.body.meta.warnings).toEqual([
    {
      field: 'dealer',
      message: 'The dealer is not shown, because it has neither a postal code nor coordinates.',
    },
  ])
})

test('a repeated request with its Idempotency-Key creates one dealer, placed by the geocoding service', async () => {
  geocoder.places.set('de 24103', { lat: '54.32', lon: '10.12' })
  const dealer_code = fresh('d')
  const body = { ...FIELDS, dealer_code, country: 'Germany', postal_code: '24103' }
  const send = () =>
    administrator.call('POST', '/dealers', { headers: { 'idempotency-key': dealer_code }, body })
  const [first, again] = [await send(), await send()]
  expect([first.status, again.status, again.headers['idempotency-replayed']]).toEqual([201, 201, 'true'])
  expect(first.body.data).toMatchObject({ latitude: 54.32, longitude: 10.12, approximate: true })
  expect(again.body.data).toEqual(first.body.data)
})

const IN_TEXAS = { country: 'US', state: 'TX', latitude: 32.5, longitude: -97 }
const NEAR_OTTAWA = { country: 'Canada', postal_code: 'K1P 1A1', latitude: 45, longitude: -75 }

describe('a list', async () => {
  const brand = await makeBrand()
  const group = fresh('group')
  const made = await server.apply({
    dealer_groups: [{ name: group }],
    dealers: [
      { name: 'beta', ...IN_TEXAS, city: 'Lewisville', postal_code: '02110' },
      { name: 'Alpha', ...NEAR_OTTAWA, active: false },
      { name: 'gamma', country: 'US', latitude: null, longitude: null, email: 'sales@gamma.example' },
      { name: 'Delta', country: 'FJ', latitude: -17, longitude: 178 },
    ].map((dealer) => ({ ...dealer, dealer_code: fresh('l'), brands: [brand] })),
  })
  const [beta, alpha, gamma, delta] = made.dealers.map(({ id }: { id: number }) => id)
  const list = (query: string) => administrator.call('GET', `/dealers?brand=${brand}${query}`)

  test.each([
    ['', () => [beta, alpha, gamma, delta]],
    ['&sort=name', () => [alpha, beta, delta, gamma]],
    ['&country=us', () => [beta, gamma]],
    ['&q=LEWIS+beta', () => [beta]],
    ['&q=gamma.example', () => [gamma]],
    ['&q=nothing', () => []],
    ['&active=false', () => [alpha]],
    ['&without_point=true', () => [gamma]],
    ['&without_email=true', () => [beta, alpha, delta]],
    ['&without_email=false', () => [gamma]],
    ['&state=tx', () => [beta]],
    ['&state=t', () => []],
    ['&far_from_postal_code=true', () => [beta]],
    ['&far_from_postal_code=true&active=false', () => []],
    ['&bounds=-98,32,-96,33', () => [beta]],
    ['&bounds=170,-20,-170,-10', () => [delta]],
    ['&bounds=170,-20,190,-10', () => [delta]],
    ['&bounds=-180,-90,180,90', () => [beta, alpha, delta]],
  ])('with %j has the matching dealers', async (query, expected) => {
    const answer = await list(query)
    expect(ids(answer), answer.text).toEqual(expected())
    expect(answer.body.meta.pagination.total).toBe(expected().length)
  })

  test.each([
    ['', () => [beta, delta]],
    ['&include_inactive=true', () => [beta, alpha, delta]],
    ['&include_inactive=true&q=a', () => [beta, alpha, delta]],
    ['&active=false', () => [alpha]],
    ['&q=lewis', () => [beta]],
    ['&country=fj', () => [delta]],
    ['&without_point=true', () => []],
    ['&without_email=true', () => [beta, delta]],
    ['&far_from_postal_code=true', () => [beta]],
    ['&bounds=170,-20,-170,-10', () => [delta]],
  ])('as a map with %j has the matching dealers with coordinates', async (query, expected) => {
    const answer = await administrator.call('GET', `/dealers/map?brand=${brand}${query}`)
    expect(ids(answer), answer.text).toEqual(expected())
    const inactive = answer.body.data.filter(({ active }: { active?: false }) => active === false)
    expect(inactive.map(({ id }: { id: number }) => id)).toEqual(expected().filter((id) => id === alpha))
  })

  test('by group has its dealers, and the name of the group', async () => {
    await administrator.call('PATCH', `/dealers/${beta}`, {
      body: { group_id: (await administrator.call('GET', `/dealer-groups?q=${group}`)).body.data[0].id },
    })
    const answer = await list(`&group=${group}`)
    expect(ids(answer)).toEqual([beta])
    expect(answer.body.data[0].group).toBe(group)
  })

  test.each(['id', 'name'])('by %s continues after a cursor, in the same order', async (sort) => {
    const found: number[] = []
    let cursor = ''
    do {
      const answer = await list(`&sort=${sort}&limit=1${cursor && `&cursor=${cursor}`}`)
      found.push(...ids(answer))
      cursor = answer.body.meta.pagination.next_cursor
    } while (cursor)
    expect(found).toEqual(ids(await list(`&sort=${sort}`)))
    expect(ids(await list(`&sort=${sort}&limit=2&page=2`))).toEqual(found.slice(2))
  })

  test.each([
    ['bounds=1,2,3', 'bounds'],
    ['bounds=0,20,10,-20', 'bounds'],
    ['sort=city', 'sort'],
    ['active=maybe', 'active'],
    ['country=Atlantis', 'country'],
    ['search=x', 'search'],
    ['sort=name&cursor=WzFd', 'cursor'],
  ])('with %j is refused', async (query, field) => {
    const answer = await administrator.call('GET', `/dealers?${query}`)
    expect(codeOf(answer)).toEqual([422, 'VALIDATION_ERROR'])
    expect(answer.body.error.details[0].field).toBe(field)
  })
})

describe('for a caller with one brand', async () => {
  const [own, other] = [await makeBrand(), await makeBrand()]
  const manager = await makeAdministrator(server, { role: 'brand_manager', brands: [own] })
  const make = async (brands: string[], fields: object = {}) =>
    (await create(administrator, { dealer_code: fresh('s'), brands, ...fields })).body.data
  const change = (id: number, body: object) => manager.call('PATCH', `/dealers/${id}`, { body })

  test('other dealers do not exist', async () => {
    const foreign = await make([other])
    const unlinked = await make([])
    for (const { id } of [foreign, unlinked]) {
      expect(codeOf(await manager.call('GET', `/dealers/${id}`))).toEqual([404, 'NOT_FOUND'])
      expect(codeOf(await change(id, { brands: [own] }))).toEqual([404, 'NOT_FOUND'])
      expect(ids(await manager.call('GET', '/dealers?limit=200'))).not.toContain(id)
    }
    const unknown = await manager.call('GET', '/dealers?brand=no-such-brand')
    expect(codeOf(await manager.call('GET', `/dealers?brand=${other}`))).toEqual(codeOf(unknown))
    const taken = await manager.call('POST', '/dealers', {
      body: { ...FIELDS, dealer_code: foreign.dealer_code, brands: [own] },
    })
    expect(codeOf(taken)).toEqual([409, 'CONFLICT'])
    expect(taken.text).not.toContain(FIELDS.name)
  })

  test('a new dealer has at least one of the brands, and no other', async () => {
    const send = (brands?: string[]) =>
      manager.call('POST', '/dealers', { body: { ...FIELDS, dealer_code: fresh('n'), brands } })
    for (const brands of [undefined, []]) {
      const answer = await send(brands)
      expect(codeOf(answer)).toEqual([422, 'VALIDATION_ERROR'])
      expect(answer.body.error.details[0].field).toBe('brands')
    }
    expect(codeOf(await send([own, other]))).toEqual([403, 'BRAND_NOT_PERMITTED'])
    expect(codeOf(await send([own, 'no-such-brand']))).toEqual([403, 'BRAND_NOT_PERMITTED'])
    expect((await send([own])).status).toBe(201)
  })

  test("only the caller's own brand of a shared dealer can be changed", async () => {
    const shared = await make([own, other])
    expect((await manager.call('GET', `/dealers/${shared.id}`)).body.data.brands).toEqual([own])
    expect(codeOf(await change(shared.id, { name: 'Mine' }))).toEqual([403, 'BRAND_NOT_PERMITTED'])
    expect(codeOf(await change(shared.id, { active: false, brands: [] }))).toEqual([
      403,
      'BRAND_NOT_PERMITTED',
    ])
    expect(codeOf(await change(shared.id, { brands: [own, other] }))).toEqual([403, 'BRAND_NOT_PERMITTED'])
    expect((await change(shared.id, { brands: [] })).body.data.brands).toEqual([])
    const after = await administrator.call('GET', `/dealers/${shared.id}`)
    expect(after.body.data).toMatchObject({ name: shared.name, active: true, brands: [other] })
    expect((await change((await make([own])).id, { name: 'Mine' })).body.data.name).toBe('Mine')
  })

  test('groups of other dealers do not exist, and shared groups cannot be changed', async () => {
    const makeGroup = async () =>
      (await administrator.call('POST', '/dealer-groups', { body: { name: fresh('group') } })).body.data
    const [foreign, shared] = [await makeGroup(), await makeGroup()]
    await make([other], { group_id: foreign.id })
    await make([other], { group_id: shared.id })
    const mine = await make([own], { group_id: shared.id })
    expect((await manager.call('GET', `/dealer-groups/${foreign.id}`)).status).toBe(404)
    expect(ids(await manager.call('GET', '/dealer-groups?limit=200'))).not.toContain(foreign.id)
    expect((await manager.call('GET', `/dealer-groups/${shared.id}`)).body.data.dealers).toBe(1)
    const rename = await manager.call('PATCH', `/dealer-groups/${shared.id}`, { body: { name: fresh('g') } })
    expect(codeOf(rename)).toEqual([403, 'BRAND_NOT_PERMITTED'])
    const joined = await change(mine.id, { group_id: foreign.id })
    expect([joined.status, joined.body.error.details[0].field]).toEqual([422, 'group_id'])
  })
})

test.each([
  ['a missing name and country', { brands: [] }, ['country', 'name']],
  ['a latitude alone', { ...FIELDS, latitude: 1 }, ['longitude']],
  ['an unknown brand', { ...FIELDS, brands: ['no-such-brand'] }, ['brands']],
  ['an unknown group', { ...FIELDS, group_id: 4_000_000 }, ['group_id']],
  ['an unknown field', { ...FIELDS, colour: 'red' }, ['colour']],
  ['a country that is none', { ...FIELDS, country: 'Atlantis' }, ['country']],
])('a dealer with %s is refused', async (_what, body, fields) => {
  const answer = await administrator.call('POST', '/dealers', { body })
  expect(codeOf(answer)).toEqual([422, 'VALIDATION_ERROR'])
  expect(answer.body.error.details.map(({ field }: { field: string }) => field).sort()).toEqual(fields)
})

test('the code of another dealer is a conflict, and a dealer takes no other id', async () => {
  const [one, two] = [fresh('c'), fresh('c')]
  await create(administrator, { dealer_code: one })
  const { id } = (await create(administrator, { dealer_code: two })).body.data
  const patch = (body: object) => administrator.call('PATCH', `/dealers/${id}`, { body })
  expect(codeOf(await patch({ dealer_code: one }))).toEqual([409, 'CONFLICT'])
  expect(codeOf(await patch({ id: 5 }))).toEqual([422, 'VALIDATION_ERROR'])
  expect(codeOf(await patch({ name: null }))).toEqual([422, 'VALIDATION_ERROR'])
})

test('a group is created, renamed by its version, and deleted when no dealer is in it', async () => {
  const name = fresh('group')
  const created = await administrator.call('POST', '/dealer-groups', { body: { name } })
  expect(created.status).toBe(201)
  const { id } = created.body.data
  const path = `/dealer-groups/${id}`
  expect(created.body.data).toMatchObject({ name, dealers: 0 })
  const twice = await administrator.call('POST', '/dealer-groups', { body: { name } })
  expect(codeOf(twice)).toEqual([409, 'CONFLICT'])
  const headers = { 'if-match': created.headers.etag! }
  const renamed = await administrator.call('PATCH', path, { headers, body: { name: `${name} 2` } })
  expect(renamed.body.data.name).toBe(`${name} 2`)
  const late = await administrator.call('PATCH', path, { headers, body: { name: `${name} 3` } })
  expect(codeOf(late)).toEqual([412, 'PRECONDITION_FAILED'])
  const member = (await create(administrator, { dealer_code: fresh('g'), group_id: id })).body.data
  expect(codeOf(await administrator.call('DELETE', path))).toEqual([409, 'CONFLICT'])
  await administrator.call('PATCH', `/dealers/${member.id}`, { body: { group_id: null } })
  expect((await administrator.call('DELETE', path)).body.data).toEqual({ id, deleted: true })
  expect(codeOf(await administrator.call('DELETE', path))).toEqual([404, 'NOT_FOUND'])
})
