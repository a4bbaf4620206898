import { describe, expect, it } from 'vitest'
import { openPerTest } from '../../../../test/support/db.ts'
import { systemClock } from '../../../platform/clock.ts'
import { outgoing } from '../../../platform/outgoing/target.test-support.ts'
import type { HighLevelCrm } from '../../brands/index.ts'
import { HIN_FIELD, LOCATION, startHighLevel, TOKEN } from './highlevel.test-support.ts'
import type { CrmOutcome } from './outcome.ts'
import { HIGHLEVEL_CONTACT, warrantyRecord } from './record.test-support.ts'
import { sendToCrm } from './send.ts'

const message = { id: 'msg_1', event: 'warranty.updated', occurredAt: 1_780_000_000_000_000 }
const database = openPerTest()

interface Sending {
  record?: ReturnType<typeof warrantyRecord>
  crm?: Partial<HighLevelCrm>
  signal?: AbortSignal
}

function sendTo(url: string, { record, crm, signal = new AbortController().signal }: Sending = {}) {
  const ctx = { db: database.db, clock: systemClock, outgoing: outgoing() }
  const target: HighLevelCrm = { type: 'highlevel', url, token: TOKEN, location_id: LOCATION, ...crm }
  return sendToCrm(ctx, target, message, record ?? warrantyRecord(), signal)
}

function expectNoSecrets(outcome: CrmOutcome) {
  expect(JSON.stringify(outcome)).not.toMatch(/pit-|Ada|example\.com|5550132|127\.0/i)
}

describe('upsert and read-back', () => {
  it('write the contact, and ignore changes of spelling', async () => {
    const highLevel = await startHighLevel()
    const custom_fields = { [HIN_FIELD]: 'hin', warranty_end: 'warranty_end_date' }
    const outcome = await sendTo(highLevel.url, { crm: { custom_fields } })
    const [contact] = highLevel.contacts.values()
    expect(outcome).toEqual({ ok: true, contactId: contact?.id, differences: [] })
    const [upsert, read] = highLevel.calls
    expect(upsert).toMatchObject({ method: 'POST', path: '/contacts/upsert' })
    expect(upsert?.headers).toMatchObject({
      authorization: `Bearer ${TOKEN}`,
      version: '2021-07-28',
      'content-type': 'application/json',
    })
    expect(upsert?.body).toEqual({
      locationId: LOCATION,
      ...HIGHLEVEL_CONTACT,
      customFields: [
        { id: HIN_FIELD, field_value: 'ABC12345D425' },
        { key: 'warranty_end', field_value: '2027-04-01' },
      ],
    })
    expect(read).toMatchObject({ method: 'GET', path: `/contacts/${contact?.id}`, body: {} })
    expect(read?.headers).toMatchObject({ authorization: `Bearer ${TOKEN}`, version: '2021-07-28' })
  })

  it('keep the tags of a contact, update it later, and create another one for a new owner', async () => {
    const highLevel = await startHighLevel()
    const first = await sendTo(`${highLevel.url}/`)
    const [contact] = highLevel.contacts.values()
    contact!.tags = ['vip']
    expect(await sendTo(highLevel.url)).toEqual(first)
    const contactOfNewOwner = { first_name: 'Bo', email: 'bo@example.org', phone: null }
    await sendTo(highLevel.url, { record: warrantyRecord({ contact: contactOfNewOwner }) })
    expect(highLevel.contacts.size).toBe(2)
    expect(contact).toMatchObject({ firstName: 'ada', tags: ['vip'] })
  })

  it('report what the CRM stores differently', async () => {
    const highLevel = await startHighLevel()
    highLevel.rules.push((contact) => {
      delete contact.phone
      contact.city = 'Oakland'
      contact.customFields = [{ id: HIN_FIELD, value: 'ABC' }]
    })
    const outcome = await sendTo(highLevel.url, { crm: { custom_fields: { [HIN_FIELD]: 'hin' } } })
    expect(outcome).toMatchObject({
      ok: true,
      differences: [
        { field: 'phone', sent: '+14155550132', stored: null },
        { field: 'city', sent: 'San Francisco', stored: 'Oakland' },
        { field: HIN_FIELD, sent: 'ABC12345D425', stored: 'ABC' },
      ],
    })
  })
})

describe('a success that cannot be verified', () => {
  it.each([
    ['500', { status: 500 }, /500/],
    ['403', { status: 403 }, /contacts\.readonly/],
    ['429', { status: 429 }, /429/],
    ['no JSON', { status: 200, body: '<html>' }, /did not return/],
    ['no contact', { status: 200, body: 'null' }, /did not return/],
    ['a list of contacts', { status: 200, body: '{"contact":[]}' }, /did not return/],
    ['a broken connection', 'reset' as const, /closed/],
  ])('%s to the read-back', async (_name, answer, why) => {
    const highLevel = await startHighLevel()
    const upserted = { status: 201, body: '{"new":true,"contact":{"id":"c/1"}}' }
    highLevel.answers.push(upserted, answer)
    const outcome = await sendTo(highLevel.url)
    expect(outcome).toEqual({ ok: true, contactId: 'c/1', unverified: expect.stringMatching(why) })
    expect(highLevel.calls[1]?.path).toBe('/contacts/c%2F1')
    expectNoSecrets(outcome)
  })

  it.each(['', 'null', '{"contact":{"id":7}}', '{"contact":{"id":""}}', '{"contact":{"id":"c\\u0000"}}'])(
    'the upsert answers %j',
    async (body) => {
      const highLevel = await startHighLevel()
      highLevel.answers.push({ status: 200, body })
      expect(await sendTo(highLevel.url)).toEqual({ ok: true, unverified: expect.any(String) })
      expect(highLevel.calls).toHaveLength(1)
    },
  )

  it('is still a success when reading back is aborted', async () => {
    const highLevel = await startHighLevel()
    const stop = new AbortController()
    highLevel.rules.push(() => stop.abort())
    const outcome = await sendTo(highLevel.url, { signal: stop.signal })
    // The answer or the signal may come first. Neither throws.
    expect(outcome).toMatchObject(outcome.ok ? { unverified: expect.any(String) } : { final: false })
  })
})

describe('a failure', () => {
  it.each([
    [302, false],
    [400, true],
    [401, true],
    [403, true],
    [422, true],
    [409, false],
    [500, false],
    [503, false],
  ])('with status %i is final: %s, and does not repeat what was sent', async (status, final) => {
    const highLevel = await startHighLevel()
    highLevel.answers.push({ status, body: '{"message":"Ada@Example.com pit-secret"}' })
    const outcome = await sendTo(highLevel.url)
    expect(outcome).toMatchObject({ ok: false, final, error: expect.stringContaining(String(status)) })
    expect(highLevel.calls).toHaveLength(1)
    expectNoSecrets(outcome)
  })

  it('with a wrong token or location says what to check', async () => {
    const highLevel = await startHighLevel()
    const wrongToken = await sendTo(highLevel.url, { crm: { token: 'pit-wrong' } })
    expect(wrongToken).toMatchObject({ final: true, error: expect.stringMatching(/token/) })
    const wrongPlace = await sendTo(highLevel.url, { crm: { location_id: 'elsewhere' } })
    expect(wrongPlace).toMatchObject({ final: true, error: expect.stringMatching(/location/) })
    for (const outcome of [wrongToken, wrongPlace]) expectNoSecrets(outcome)
  })

  it("with status 429 is retried when the answer says, or after HighLevel's window", async () => {
    const highLevel = await startHighLevel()
    highLevel.answers.push({ status: 429, headers: { 'retry-after': '33' } }, { status: 429 })
    expect(await sendTo(highLevel.url)).toMatchObject({ ok: false, final: false, retryAfterS: 33 })
    expect(await sendTo(highLevel.url)).toMatchObject({ ok: false, final: false, retryAfterS: 10 })
  })

  it('of the connection is retried', async () => {
    const highLevel = await startHighLevel()
    highLevel.answers.push('reset')
    const outcome = await sendTo(highLevel.url)
    expect(outcome).toMatchObject({ ok: false, final: false })
    expectNoSecrets(outcome)
  })

  it('ends the wait for the limit when it is aborted', async () => {
    const highLevel = await startHighLevel()
    const stop = AbortSignal.timeout(300)
    const sends = Array.from({ length: 30 }, () => sendTo(highLevel.url, { signal: stop }))
    const ends = await Promise.allSettled(sends)
    expect(ends.filter(({ status }) => status === 'rejected').length).toBeGreaterThan(10)
    expect(highLevel.calls.length).toBeLessThanOrEqual(9)
  })
})

it('a burst is spread out, and calls that cannot be made in time are postponed', async () => {
  const highLevel = await startHighLevel()
  const ends = await Promise.all(Array.from({ length: 80 }, () => sendTo(highLevel.url)))
  const sent = ends.filter(({ ok }) => ok)
  const postponed = ends.filter(({ ok }) => !ok)
  expect(sent.length).toBeGreaterThan(20)
  expect(postponed.length).toBeGreaterThan(0)
  for (const outcome of postponed) expect(outcome).toMatchObject({ final: false, retryAfterS: 1 })
  expect(highLevel.calls.filter(({ method }) => method === 'POST')).toHaveLength(sent.length)
  const at = highLevel.calls.map((call) => call.at)
  expect(
    Math.max(...at.map((start) => at.filter((o) => o >= start && o < start + 10_000).length)),
  ).toBeLessThan(101)
})
