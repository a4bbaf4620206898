import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test, vi } from 'vitest'
import { makeAdministrator } from '../../support/administrator.ts'
import { makeIntegrator } from '../../support/integrator.ts'
import { startFileServer } from '../../support/server.ts'
import { verifySignature } from './signatures.test-support.ts'

const server = await startFileServer({
  env: { ALLOW_PRIVATE_WEBHOOKS: 'true', DELIVERY_RETRY_SCALE: '0.001' },
})
const administrator = await makeAdministrator(server)

interface Message {
  headers: Record<string, string>
  body: string
  event: { id: number; type: string; brand_id: number; timestamp: string; data: Record<string, never> }
}

/** Receives events at any path. */
const received = new Map<string, Message[]>()
const receiver = createServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const body = Buffer.concat(chunks).toString()
  const path = request.url ?? '/'
  const message = { headers: request.headers as Record<string, string>, body, event: JSON.parse(body) }
  received.set(path, [...(received.get(path) ?? []), message])
  response.writeHead(path === '/crm-refuses' ? 410 : 204).end()
})
await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
afterAll(() => receiver.close())
const urlOf = (path: string) => `http://127.0.0.1:${(receiver.address() as AddressInfo).port}${path}`

const admin = async (method: string, path: string, body?: unknown, status = 200) => {
  const answer = await administrator.call(method, path, body === undefined ? {} : { body })
  expect(answer.status, answer.text).toBe(status)
  return answer.body
}
const createEndpoint = async (fields: object) =>
  (await admin('POST', '/event-endpoints', fields, 201)).data as { id: number; secret: string }
const eventually = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { timeout: 30_000, interval: 50 })
const typesAt = (path: string) => (received.get(path) ?? []).map(({ event }) => event.type)

let boats = 0

/** Reads the feed to its end. */
async function readFeed(query: string): Promise<Message['event'][]> {
  const events: Message['event'][] = []
  for (;;) {
    const after = events.at(-1)?.id ?? 0
    const { data } = await admin('GET', `/events?limit=3&after=${after}&${query}`)
    if (data.length === 0) return events
    events.push(...data)
  }
}

test('every change is sent once, in order for its record, to the endpoints of its brand, and is in the feed', async () => {
  const own = await makeIntegrator(server, { brand: { lead_webhook: { url: urlOf('/crm') } } })
  const other = await makeIntegrator(server)
  const brand = own.brand.slug
  await createEndpoint({ url: urlOf('/all'), brands: [brand] })
  await createEndpoint({
    url: urlOf('/leads'),
    brands: [brand],
    event_types: ['lead.received', 'lead.failed'],
  })
  await createEndpoint({ url: urlOf('/other'), brands: [other.brand.slug] })

  await own.register()
  const [{ id }] = (await admin('GET', `/warranties?brand=${brand}`)).data
  await admin('PATCH', `/warranties/${id}`, { contact: { first_name: 'Bo' } })
  await admin('PATCH', `/warranties/${id}`, { model: 'Tidewater 25' })
  const contact = { first_name: 'Cy', last_name: 'Lake', email: 'cy@example.com', zipcode: '75067' }
  await admin('POST', `/warranties/${id}/transfer`, { contact })
  await admin('PATCH', `/warranties/${id}`, { warranty_status: 'voided' })

  const dealer = (
    await admin('POST', '/dealers', { name: `Bay Boats ${++boats}`, country: 'US', brands: [brand] }, 201)
  ).data
  await admin('PATCH', `/dealers/${dealer.id}`, { city: 'Lewisville', latitude: 33, longitude: -97 })
  await admin('PATCH', `/dealers/${dealer.id}`, { active: false })
  await admin('PATCH', `/dealers/${dealer.id}`, { active: true })
  const territory = { brand, country: 'US', postal_codes: ['75067'], dealer_id: dealer.id }
  await admin('PUT', '/territories', territory)

  await own.submitLead()
  const [lead] = (await admin('GET', `/leads?brand=${brand}`)).data
  await admin('POST', `/leads/${lead.id}/assign`, { dealer_id: dealer.id })
  const refusing = { lead_webhook: { url: urlOf('/crm-refuses') } }
  await admin('PATCH', `/brands/${own.brand.id}`, refusing)
  await admin('POST', `/leads/${lead.id}/resend`, { to: 'crm' })

  const expected = {
    warranty: ['registered', 'updated', 'corrected', 'transferred', 'voided'].map(
      (what) => `warranty.${what}`,
    ),
    dealer: ['created', 'updated', 'deactivated', 'activated'].map((what) => `dealer.${what}`),
    lead: ['received', 'forwarded', 'assigned', 'failed'].map((what) => `lead.${what}`),
    territory: ['territory.changed'],
    // The mail to the dealer without an address, and the lead that its CRM refuses.
    delivery: ['delivery.failed', 'delivery.failed'],
  }
  const of = (types: string[], start: string) => types.filter((type) => type.startsWith(start))
  const all = Object.values(expected).flat().toSorted()
  await eventually(() => expect(typesAt('/all').toSorted()).toEqual(all))
  const types = typesAt('/all')
  expect(of(types, 'warranty.')).toEqual(expected.warranty)
  expect(of(types, 'dealer.')).toEqual(expected.dealer)
  expect(of(types, 'lead.').toSorted()).toEqual(expected.lead.toSorted())
  expect(of(types, 'territory.')).toEqual(expected.territory)
  expect(of(types, 'delivery.')).toEqual(expected.delivery)
  await eventually(() => expect(typesAt('/leads')).toEqual(['lead.received', 'lead.failed']))
  expect(received.has('/other')).toBe(false)

  const sent = received.get('/all')!.map(({ event }) => event)
  expect(new Set(sent.map((event) => event.id)).size).toBe(all.length)
  const feed = await readFeed(`brand=${brand}`)
  expect(feed.toSorted((a, b) => a.id - b.id)).toEqual(sent.toSorted((a, b) => a.id - b.id))
  const voided = feed.find(({ type }) => type === 'warranty.voided')!
  expect(voided.data).toMatchObject({
    id,
    brand,
    warranty_status: 'voided',
    contact: { email: 'cy@example.com' },
  })
  expect(await readFeed(`brand=${other.brand.slug}`)).toEqual([])
  expect((await readFeed(`brand=${brand}&types=dealer.created,lead.failed`)).map(({ type }) => type)).toEqual(
    ['dealer.created', 'lead.failed'],
  )
})

test('events are signed by the secret that is shown once, and during a change by both', async () => {
  const { brand } = await makeIntegrator(server)
  const { id, secret } = await createEndpoint({ url: urlOf('/signed'), brands: [brand.slug] })
  expect(await admin('GET', `/event-endpoints/${id}`)).not.toHaveProperty('data.secret')
  const dealer = async () =>
    admin('POST', '/dealers', { name: `Bay Boats ${++boats}`, country: 'US', brands: [brand.slug] }, 201)
  const nth = (n: number) =>
    eventually(() => received.get('/signed')?.[n] ?? expect.fail(`message ${n} has not come`))
  await dealer()
  const first = await nth(0)
  expect(verifySignature(first, secret)).toBe(true)
  expect(first.event).toMatchObject({ type: 'dealer.created', brand_id: brand.id })

  const rotated = (await admin('POST', `/event-endpoints/${id}/secrets`, { action: 'rotate' })).data
  expect(rotated).toMatchObject({ previous_secret_signs: true })
  await dealer()
  const second = await nth(1)
  expect([secret, rotated.secret].map((one) => verifySignature(second, one))).toEqual([true, true])
  await admin('POST', `/event-endpoints/${id}/secrets`, { action: 'drop_previous' })
  await admin('POST', `/event-endpoints/${id}/secrets`, { action: 'drop_previous' }, 409)
  await dealer()
  const third = await nth(2)
  expect([secret, rotated.secret].map((one) => verifySignature(third, one))).toEqual([false, true])
})

test('an endpoint can be tested, and gets the events of a time again', async () => {
  const { brand } = await makeIntegrator(server)
  const { id } = await createEndpoint({ url: urlOf('/again'), brands: [brand.slug], description: 'Ours' })
  expect((await admin('POST', `/event-endpoints/${id}/test`)).data).toMatchObject({ ok: true, status: 204 })
  expect(typesAt('/again')).toEqual(['test'])
  const from = new Date().toISOString()
  await admin('POST', '/dealers', { name: `Bay Boats ${++boats}`, country: 'US', brands: [brand.slug] }, 201)
  await eventually(() => expect(typesAt('/again')).toEqual(['test', 'dealer.created']))
  const replay = (body: object, status = 202) => admin('POST', `/event-endpoints/${id}/replay`, body, status)
  expect((await replay({ from: '2020-01-01', to: from })).data).toEqual({ replayed: 0 })
  expect((await replay({ from, types: ['lead.received'] })).data).toEqual({ replayed: 0 })
  expect((await replay({ from, types: ['dealer.created'] })).data).toEqual({ replayed: 1 })
  await eventually(() => expect(typesAt('/again')).toEqual(['test', 'dealer.created', 'dealer.created']))
  const [, first, second] = received.get('/again')!
  expect(second!.event).toEqual(first!.event)
  await admin('PATCH', `/event-endpoints/${id}`, { active: false })
  await replay({ from }, 409)
  const [entry] = (await admin('GET', `/audit?brand=${brand.slug}&action=endpoint.replayed`)).data
  expect(entry).toMatchObject({ after: { count: 1 } })
  await admin('DELETE', `/event-endpoints/${id}`)
  await admin('GET', `/event-endpoints/${id}`, undefined, 404)
})

test('events are sent again by their ids, and counted before', async () => {
  const { brand } = await makeIntegrator(server)
  const other = await makeIntegrator(server)
  const first = await createDealer(brand.slug)
  const second = await createDealer(brand.slug)
  const foreign = await createDealer(other.brand.slug)
  const { id } = await createEndpoint({ url: urlOf('/by-id'), brands: [brand.slug] })
  const replay = (body: object, status = 202) => admin('POST', `/event-endpoints/${id}/replay`, body, status)
  const events = [second, first, second, foreign]
  expect((await replay({ events, dry_run: true })).data).toEqual({ replayed: 2 })
  expect((await replay({ from: '2020-01-01', dry_run: true })).data).toEqual({ replayed: 2 })
  await replay({ events, expected_count: 3 }, 409)
  expect((await replay({ events: [second], expected_count: 1 })).data).toEqual({ replayed: 1 })
  await eventually(() => expect(received.get('/by-id')?.map(({ event }) => event.id)).toEqual([second]))
  const { data: audited } = await admin('GET', `/audit?brand=${brand.slug}&action=endpoint.replayed`)
  expect(audited.map(({ after }: { after: object }) => after)).toEqual([{ events: [second], count: 1 }])
  const refused = async (body: object) => (await replay(body, 422)).error.details[0].field
  expect(await refused({})).toBe('from')
  expect(await refused({ events, from: '2020-01-01' })).toBe('from')
  expect(await refused({ events, types: ['dealer.created'] })).toBe('types')
  expect(await refused({ events: [] })).toBe('events')
})

test('deliveries are listed by their endpoint, to those who hold its brand', async () => {
  const { brand } = await makeIntegrator(server)
  const [one, two] = [urlOf('/one'), urlOf('/two')]
  const { id } = await createEndpoint({ url: one, brands: [brand.slug] })
  await createEndpoint({ url: two, brands: [brand.slug], event_types: ['dealer.created'] })
  const event = await createDealer(brand.slug)
  const { data, meta } = await admin('GET', `/deliveries?endpoint=${id}`)
  expect(data).toMatchObject([{ kind: 'event', event: 'dealer.created', subject_id: event }])
  expect(meta.pagination.total).toBe(1)
  expect((await admin('GET', `/deliveries?endpoint=${id}&kind=lead_webhook`)).data).toEqual([])
  const shell = await server.command('deliveries', 'list', '--endpoint', String(id), '--json')
  expect(JSON.parse(shell.stdout)).toMatchObject([{ id: data[0].id }])
  const stranger = await makeAdministrator(server, {
    role: 'brand_manager',
    brands: [(await makeIntegrator(server)).brand.slug],
  })
  expect((await stranger.call('GET', `/deliveries?endpoint=${id}`)).body.data).toEqual([])
  const failed = { filter: { endpoint: id, brand: brand.slug }, expected_count: 0 }
  expect((await admin('POST', '/deliveries/retry', failed)).data).toEqual({ retried: 0 })
})

/** Creates a dealer. Returns the id of the event. */
async function createDealer(slug: string): Promise<number> {
  await admin('POST', '/dealers', { name: `Bay Boats ${++boats}`, country: 'US', brands: [slug] }, 201)
  return (await admin('GET', `/events?brand=${slug}&before=0&limit=1`)).data[0].id
}

test('the feed is read backwards from the newest event, and an event by its id', async () => {
  const { brand } = await makeIntegrator(server)
  const ids: number[] = []
  for (let i = 0; i < 5; i++) ids.push(await createDealer(brand.slug))
  const pages: number[][] = []
  for (let before: string | null = '0'; before !== null; ) {
    const { data, meta } = await admin('GET', `/events?brand=${brand.slug}&before=${before}&limit=2`)
    pages.push(data.map(({ id }: { id: number }) => id))
    before = meta.pagination.next_cursor
  }
  const [a, b, c, d, e] = ids
  expect(pages).toEqual([[e, d], [c, b], [a]])
  const forward = (await readFeed(`brand=${brand.slug}`)).map(({ id }) => id)
  expect(forward).toEqual(ids)
  const { data: shown } = await admin('GET', `/events/${c}`)
  expect(shown).toEqual((await admin('GET', `/events?brand=${brand.slug}&after=${b}&limit=1`)).data[0])
  await admin('GET', '/events/999999999', undefined, 404)

  const callWith = async (permission: string, slug: string) => {
    const body = { name: `${permission} ${slug}`, kind: 'service', permissions: [permission], brands: [slug] }
    const { token } = (await admin('POST', '/tokens', body, 201)).data
    const headers = { authorization: `Bearer ${token}` }
    return (await server.send('GET', `/admin/v1/events/${c}`, { headers })).status
  }
  expect(await callWith('dealers:read', brand.slug)).toBe(200)
  expect(await callWith('leads:read', brand.slug)).toBe(403)
  expect(await callWith('dealers:read', (await makeIntegrator(server)).brand.slug)).toBe(404)
})

test.each([
  [{ url: 'ftp://example.com/' }, 'url'],
  [{ event_types: ['dealer.sunk'] }, 'event_types.0'],
  [{ brands: [] }, 'brands'],
  [{ brands: ['no-such-brand'] }, 'brands'],
  [{ secret: 'mine' }, 'secret'],
])('an endpoint is refused: %j', async (fields, field) => {
  const { brand } = await makeIntegrator(server)
  const body = { url: 'https://example.com/', brands: [brand.slug], ...fields }
  const { error } = await admin('POST', '/event-endpoints', body, 422)
  expect(error.details.map((one: { field: string }) => one.field)).toEqual([field])
})

test.each([
  ['types=dealer.sunk', 'types'],
  ['after=x', 'after'],
  ['after=999999999', 'after'],
  ['before=999999999', 'before'],
  ['before=0&after=1', 'before'],
  ['page=2', 'page'],
])('the feed refuses ?%s', async (query, field) => {
  const { error } = await admin('GET', `/events?${query}`, undefined, 422)
  expect(error.details.map((one: { field: string }) => one.field)).toEqual([field])
})

test('the feed shows the types whose records the caller may read, of its brands', async () => {
  const { brand } = await makeIntegrator(server)
  const other = await makeIntegrator(server)
  for (const { slug } of [brand, other.brand]) {
    await admin('POST', '/dealers', { name: `Bay Boats ${++boats}`, country: 'US', brands: [slug] }, 201)
  }
  const feedWith = async (permissions: string[]) => {
    const name = `feed ${brand.slug} ${permissions}`
    const body = { name, kind: 'service', permissions, brands: [brand.slug] }
    const { token } = (await admin('POST', '/tokens', body, 201)).data
    const answer = await server.send('GET', '/admin/v1/events', {
      headers: { authorization: `Bearer ${token}` },
    })
    return (answer.body as { data: Message['event'][] }).data
  }
  expect((await feedWith(['dealers:read'])).map(({ type, brand_id }) => [type, brand_id])).toEqual([
    ['dealer.created', brand.id],
  ])
  expect(await feedWith(['leads:read'])).toEqual([])
})
