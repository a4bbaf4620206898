import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../test/support/db.ts'
import { apply } from '../features/setup/apply.test-support.ts'
import { solve, toPayload } from '../features/web-forms/solve.test-support.ts'
import { startService } from './web-pages.test-support.ts'

const SECRET = 'a-token-of-24-characters'
const PAGE = 'https://www.example.com'
const SCOPES = ['dealer-locator', 'lead-submission']
const key = (name: string, fields: object = {}) => ({
  name,
  token: `pk_${name}-key-of-24-characters`,
  kind: 'publishable',
  brands: ['harbor-craft'],
  scopes: SCOPES,
  origins: [PAGE],
  ...fields,
})
const KEY = key('first')
const OTHER = key('other')
const LOCATOR = key('locator', { scopes: ['dealer-locator'] })
const BOATS = key('boats', { scopes: ['warranty-registration'] })
const TRUSTING = key('trusting', { brands: ['trusting'] })

const database = await openTestDatabase()
/** Only replayed challenges meet the database, so that one of the two gets them all. */
const SUBMISSIONS = database.dialect === 'sqlite' ? 10_000 : 1_000
let service: Awaited<ReturnType<typeof startService>>
beforeAll(async () => {
  await apply(database.db, {
    brands: [
      { slug: 'harbor-craft', name: 'Harbor Craft' },
      { slug: 'trusting', name: 'Trusting', challenge: false },
    ],
    api_tokens: [
      { name: 'server', token: SECRET, brands: ['harbor-craft'], scopes: SCOPES },
      ...[KEY, OTHER, LOCATOR, BOATS, TRUSTING],
    ],
  })
  service = await startService(database)
})
afterAll(async () => {
  await service.stop()
  await database.drop()
})

const ofPage = (token = KEY.token) => ({ origin: PAGE, 'x-api-token': token })

async function solution(token = KEY.token): Promise<string> {
  const { status, body } = await service.send('GET', '/challenge', { headers: ofPage(token) })
  expect(status).toBe(200)
  return toPayload(body, { number: solve(body) })
}

/** A lead by itself: its address is that of no other. */
function newLead(fields: object = {}) {
  const contact_email = `${randomBytes(6).toString('hex')}@example.com`
  return { brand: 'harbor-craft', contact_category: 'request_quote', contact: { contact_email }, ...fields }
}

function submit(payload: string | undefined, { body = newLead(), headers = {}, to = service } = {}) {
  const proof: Record<string, string> = payload === undefined ? {} : { 'x-transom-challenge': payload }
  return to.send('POST', '/lead-submission', { headers: { ...ofPage(), ...proof, ...headers }, body })
}

const leadsOf = (body: ReturnType<typeof newLead>) =>
  database.db.read
    .selectFrom('leads')
    .selectAll()
    .where('contact_email', '=', body.contact.contact_email)
    .execute()

test('a page gets a challenge that it can read and that nobody keeps', async () => {
  const { headers } = await service.send('GET', '/challenge', { headers: ofPage() })
  expect(headers).toMatchObject({ 'access-control-allow-origin': PAGE, 'cache-control': 'no-store' })
  const preflight = await service.send('OPTIONS', '/challenge', { headers: { origin: PAGE } })
  expect(preflight.headers).toMatchObject({ 'access-control-allow-origin': PAGE })
})

test.each([
  ['a secret token', ofPage(SECRET), 403],
  ['a key that submits nothing', ofPage(LOCATOR.token), 403],
  ['a key on another page', { ...ofPage(), origin: 'https://evil.example' }, 401],
  ['a program without an origin', { 'x-api-token': KEY.token }, 401],
])('%s gets no challenge', async (_what, headers, status) => {
  const answer = await service.send('GET', '/challenge', { headers })
  expect([answer.status, answer.body]).toEqual([status, { error: expect.any(String), version: '0.2.0' }])
})

test(`of ${SUBMISSIONS} scripted submissions without, with wrong and with replayed challenges none is stored`, async () => {
  const used = await solution()
  expect((await submit(used)).status).toBe(200)
  const stored = async () => (await database.db.read.selectFrom('leads').select('id').execute()).length
  const before = await stored()
  const wrong = Buffer.from(used, 'base64')
    .toString()
    .replace(/"number":\d+/, '"number":1')
  const proofs = [undefined, Buffer.from(wrong).toString('base64'), used]
  const statuses = new Map<number, number>()
  for (let sent = 0; sent < SUBMISSIONS; sent += 100) {
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, i) => submit(proofs[(sent + i) % proofs.length])),
    )
    for (const { status } of answers) statuses.set(status, (statuses.get(status) ?? 0) + 1)
  }
  expect([...statuses]).toEqual([[403, SUBMISSIONS]])
  expect(await stored()).toBe(before)
})

test('a double click stores one lead, also at two processes', async () => {
  const other = await startService(database)
  const [body, proof] = [newLead(), await solution()]
  const answers = await Promise.all([
    submit(proof, { body }),
    submit(proof, { body }),
    submit(proof, { body, to: other }),
  ])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 403, 403])
  expect(answers.find(({ status }) => status === 403)!.body).toEqual({
    status: 'error',
    message: expect.stringContaining('used before'),
    errors: [],
    version: '0.1.1',
  })
  expect(await leadsOf(body)).toHaveLength(1)
  await other.stop()
})

test('with an Idempotency-Key, the second click gets the answer of the first', async () => {
  const [body, proof] = [newLead(), await solution()]
  const headers = { 'idempotency-key': randomBytes(8).toString('hex') }
  const answers = await Promise.all([submit(proof, { body, headers }), submit(proof, { body, headers })])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(answers[0]!.body).toEqual(answers[1]!.body)
  expect(await leadsOf(body)).toHaveLength(1)
})

test('a lead with an error does not use its challenge up, and none is stored sooner than a form is filled in', async () => {
  const [body, proof] = [newLead(), await solution()]
  expect((await submit(proof, { body: newLead({ contact_category: '' }) })).status).toBe(400)
  expect((await submit(proof, { body })).status).toBe(200)
  const [lead] = await leadsOf(body)
  const expires = Number(/expires=(\d+)/.exec(JSON.parse(Buffer.from(proof, 'base64').toString()).salt)![1])
  expect(lead!.received_at).toBeGreaterThanOrEqual((expires - 298) * 1_000_000)
})

test("a challenge works with its own key only, and a secret token's lead needs none", async () => {
  const proof = await solution(OTHER.token)
  expect((await submit(proof)).status).toBe(403)
  expect((await submit('wrong', { headers: { 'x-api-token': SECRET } })).status).toBe(200)
})

test('a brand can do without challenges, from the next request on', async () => {
  const headers = { 'x-api-token': TRUSTING.token }
  const send = async () => (await submit(undefined, { headers, body: newLead({ brand: 'trusting' }) })).status
  expect(await send()).toBe(200)
  await apply(database.db, { brands: [{ slug: 'trusting', challenge: true }] })
  await expect.poll(send).toBe(403)
  await apply(database.db, { brands: [{ slug: 'trusting', challenge: false }] })
  await expect.poll(send).toBe(200)
})

test('a page that fills in the hidden field is refused with the reason', async () => {
  const headers = { 'x-api-token': TRUSTING.token }
  const body = newLead({ brand: 'trusting', website_url: 'https://casino.example' })
  const refused = await submit(undefined, { headers, body })
  expect([refused.status, refused.body.errors]).toEqual([
    400,
    [{ field: 'website_url', message: expect.stringContaining('empty') }],
  ])
  expect(await leadsOf(body)).toHaveLength(0)
})

test('the empty hidden field of a page is not part of the lead; a secret token may send any', async () => {
  const [empty, filled] = [newLead({ brand: 'trusting', website_url: '' }), newLead({ website_url: 'x' })]
  await submit(undefined, { headers: { 'x-api-token': TRUSTING.token }, body: empty })
  await submit(undefined, { headers: { 'x-api-token': SECRET }, body: filled })
  expect(JSON.parse((await leadsOf(empty))[0]!.body)).not.toHaveProperty('website_url')
  expect(JSON.parse((await leadsOf(filled))[0]!.body)).toMatchObject({ website_url: 'x' })
})

test('a page registers a boat with a solved challenge, once', async () => {
  const body = {
    brand: 'harbor-craft',
    hin: 'HCX00001L425',
    model: 'Tidewater 24',
    model_year: '2025',
    purchase_date: '2025-03-01',
    contact: { first_name: 'Ada', last_name: 'Rivers', email: 'ada@example.com', zipcode: '75067' },
    consent: true,
  }
  const proof = await solution(BOATS.token)
  const send = (fields: object, payload?: string) =>
    service.send('POST', '/warranty-registration', {
      headers: { ...ofPage(BOATS.token), ...(payload !== undefined && { 'x-transom-challenge': payload }) },
      body: { ...body, ...fields },
    })
  const refused = await send({})
  expect([refused.status, refused.body.status]).toEqual([403, 'error'])
  const filled = await send({ website_url: 'https://spam.example' }, proof)
  expect([filled.status, filled.body.errors]).toMatchObject([400, [{ field: 'website_url' }]])
  const received = await send({ website_url: '' }, proof)
  expect([received.status, received.headers['access-control-allow-origin']]).toEqual([202, PAGE])
  expect((await send({}, proof)).status).toBe(403)
  expect(await database.db.read.selectFrom('registrations').select('hin').execute()).toEqual([
    { hin: body.hin },
  ])
  const preflight = await service.send('OPTIONS', '/warranty-registration', { headers: { origin: PAGE } })
  expect(preflight.headers).toMatchObject({ 'access-control-allow-origin': PAGE })
})
