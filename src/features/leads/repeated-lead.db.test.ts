import { describe, expect, it } from 'vitest'
import { type Lead, toLead } from './lead.ts'
import { leadBody, makeWorld } from './leads.test-support.ts'
import { fingerprintOf, forgetRepeat } from './repeated-lead.ts'

const dedupeSeconds = 600
const toCrm = {
  dedupeSeconds,
  leadWebhook: (crm: { url(path: string): string }) => ({ url: crm.url('/leads') }),
}
const key = { 'idempotency-key': 'k' }
const of = (fields: object = {}) => fingerprintOf(toLead(leadBody(fields) as never))

describe('a lead that comes again', () => {
  it('gets the first answer, is noted, and is not saved twice', async () => {
    const world = await makeWorld({ dedupeSeconds })
    const first = await world.post(leadBody())
    expect(first.body).not.toHaveProperty('duplicate_of_lead_id')
    expect(first.headers.get('x-duplicate-of-lead-id')).toBeNull()
    const again = await world.post(leadBody(), { 'user-agent': 'impatient' })
    expect(again.status).toBe(200)
    expect(again.body).toEqual({ ...first.body, duplicate_of_lead_id: 1 })
    expect(again.headers.get('x-lead-id')).toBe('1')
    expect(again.headers.get('x-duplicate-of-lead-id')).toBe('1')
    expect(again.headers.get('idempotency-replayed')).toBeNull()
    expect(await world.leads()).toHaveLength(1)
    expect(await world.duplicates()).toMatchObject([
      { lead_id: 1, token_id: 1, client_address: '127.0.0.1', user_agent: 'impatient' },
    ])
  })

  it('is always new if the brand has not turned deduplication on', async () => {
    const world = await makeWorld()
    const answers = [await world.post(leadBody()), await world.post(leadBody())]
    expect(answers.map(({ body }) => body.lead_id)).toEqual([1, 2])
    expect(await world.duplicates()).toEqual([])
    expect(await world.database.db.read.selectFrom('idempotency_keys').selectAll().execute()).toEqual([])
  })

  it("is a duplicate for the brand's time after the first one", async () => {
    const world = await makeWorld({ dedupeSeconds })
    await world.post(leadBody())
    const age = (seconds: number) =>
      world.database.db.write((trx) =>
        trx
          .updateTable('idempotency_keys')
          .set((eb) => ({ created_at: eb('created_at', '-', seconds * 1_000_000) }))
          .execute(),
      )
    await age(dedupeSeconds - 60)
    expect((await world.post(leadBody())).body.duplicate_of_lead_id).toBe(1)
    await age(61)
    const third = await world.post(leadBody())
    expect(third.body).toMatchObject({ lead_id: 2 })
    expect(third.body).not.toHaveProperty('duplicate_of_lead_id')
    expect((await world.post(leadBody())).body.duplicate_of_lead_id).toBe(2)
  })

  it("is the newer one's, though the older one's webhook answers last", async () => {
    const world = await makeWorld(toCrm)
    const { promise: until, resolve: answer } = Promise.withResolvers<void>()
    world.crm.next('/leads', { until })
    const first = world.post(leadBody())
    await world.crm.received('/leads')
    await world.database.db.write((trx) =>
      trx.updateTable('idempotency_keys').set({ created_at: 0 }).execute(),
    )
    expect((await world.post(leadBody())).headers.get('x-lead-id')).toBe('2')
    answer()
    expect((await first).headers.get('x-lead-id')).toBe('1')
    expect((await world.post(leadBody())).headers.get('x-duplicate-of-lead-id')).toBe('2')
  })

  it("gets the CRM's answer unchanged, and is not forwarded", async () => {
    const world = await makeWorld(toCrm)
    world.crm.next('/leads', {
      status: 201,
      headers: { 'content-type': 'text/html' },
      body: Buffer.from([60, 112, 62, 255]),
    })
    const first = await world.post(leadBody())
    const again = await world.post(leadBody())
    expect([again.status, again.bytes, again.headers.get('content-type')]).toEqual([
      201,
      first.bytes,
      'text/html',
    ])
    expect(again.headers.get('x-duplicate-of-lead-id')).toBe('1')
    expect(world.crm.at('/leads')).toHaveLength(1)
    expect(await world.deliveryRows()).toHaveLength(1)
  })

  it("gets the first one's state while that is being forwarded, and when it was refused", async () => {
    const world = await makeWorld(toCrm)
    world.crm.next('/leads', { delayMs: 300, status: 422 })
    const first = world.post(leadBody())
    await world.crm.received('/leads')
    const meanwhile = await world.post(leadBody())
    expect(meanwhile.status).toBe(202)
    expect(meanwhile.body).toMatchObject({
      status: 'success',
      lead_id: 1,
      webhook_forwarded: false,
      duplicate_of_lead_id: 1,
    })
    const refused = await first
    expect(refused.status).toBe(202)
    expect((await world.post(leadBody())).body).toEqual({ ...refused.body, duplicate_of_lead_id: 1 })
    expect(world.crm.at('/leads')).toHaveLength(1)
  })

  it('notifies the dealer once', async () => {
    const world = await makeWorld({ dedupeSeconds })
    const contact = { contact_email: 'a@b.example', contact_zip_code: '75067' }
    for (let i = 0; i < 3; i++) await world.post(leadBody({ contact, send_to_dealer: true }))
    expect(await world.deliveryRows()).toMatchObject([{ kind: 'dealer_mail', subject_id: 1 }])
  })

  it('is one lead, however many come at the same moment to two processes', async () => {
    const world = await makeWorld(toCrm)
    const other = await world.startAnother()
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, i) => (i % 2 === 0 ? world : other).post(leadBody())),
    )
    const ids = answers.map(({ headers }) => headers.get('x-lead-id'))
    expect(new Set(ids)).toEqual(new Set(['1']))
    const firsts = answers.filter(({ headers }) => headers.get('x-duplicate-of-lead-id') === null)
    expect(firsts).toHaveLength(1)
    expect(await world.leads()).toHaveLength(1)
    expect(await world.duplicates()).toHaveLength(23)
    await world.untilStatus('delivered')
    expect(world.crm.at('/leads')).toHaveLength(1)
  })

  it('gets its own response again under its Idempotency-Key, and is not recorded again', async () => {
    const world = await makeWorld({ dedupeSeconds })
    await world.post(leadBody())
    const duplicate = await world.post(leadBody(), key)
    expect(duplicate.body.duplicate_of_lead_id).toBe(1)
    const replayed = await world.post(leadBody(), key)
    expect(replayed.bytes).toEqual(duplicate.bytes)
    expect(replayed.headers.get('idempotency-replayed')).toBe('true')
    expect(await world.duplicates()).toHaveLength(1)
    expect((await world.post(leadBody({ x: 1 }), key)).status).toBe(409)
    expect(await world.leads()).toHaveLength(1)
  })

  it('is a new lead once the person was erased from the first', async () => {
    const world = await makeWorld({ dedupeSeconds })
    await world.post(leadBody())
    const [row] = await world.leads()
    await world.database.db.write((trx) => forgetRepeat(trx, 1, JSON.parse(row!.body) as Lead))
    const again = await world.post(leadBody())
    expect(again.body).toMatchObject({ lead_id: 2 })
    expect(again.body).not.toHaveProperty('duplicate_of_lead_id')
  })

  it('is a repeated request, not a duplicate, under the same key', async () => {
    const world = await makeWorld({ dedupeSeconds })
    const first = await world.post(leadBody(), key)
    const replayed = await world.post(leadBody(), key)
    expect(replayed.bytes).toEqual(first.bytes)
    expect(await world.duplicates()).toEqual([])
    expect((await world.post(leadBody())).body.duplicate_of_lead_id).toBe(1)
  })
})

describe('fingerprintOf', () => {
  it.each<[string, object, object]>([
    ['the order of fields', { a: 1, b: { c: 2, d: 3 } }, { b: { d: 3, c: 2 }, a: 1 }],
    ["the address's case", {}, { contact: { contact_email: 'ADA@Example.com' } }],
    [
      "the address's composition",
      { contact: { contact_email: 'zo\u00eb@example.com' } },
      { contact: { contact_email: 'zoe\u0308@example.com' } },
    ],
    [
      'a default that is said',
      {},
      { send_to_dealer: false, contact: { contact_email: 'ada@example.com', contact_email_optin: true } },
    ],
  ])('does not depend on %s', (_name, one, other) => {
    expect(of(one)).toBe(of(other))
  })

  it.each<[string, object, object]>([
    ['the category', {}, { contact_category: 'trade_in' }],
    ['the address', {}, { contact: { contact_email: 'b@example.com' } }],
    ['any field', {}, { custom_fields: { comments: 'Call me' } }],
    ['the order of a list', { a: [1, 2] }, { a: [2, 1] }],
    ['objects and lists', { a: { b: 1 } }, { a: [['b', 1]] }],
    ['whether the dealer is told', {}, { send_to_dealer: true }],
  ])('depends on %s', (_name, one, other) => {
    expect(of(one)).not.toBe(of(other))
  })
})
