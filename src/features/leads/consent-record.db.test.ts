import { describe, expect, it } from 'vitest'
import { consentRecordOf } from './consent-record.ts'
import { leadBody, makeWorld } from './leads.test-support.ts'

const evidence = (address: string, userAgent?: string, contact: object = {}) =>
  consentRecordOf({ id: 3 }, { address, userAgent }, leadBody({ contact }) as never)

describe('the evidence kept with a lead', () => {
  it('is who sent it, from where, with what, when, and which opt-ins it said', async () => {
    const world = await makeWorld()
    const before = Date.now() * 1000 - 2_000_000
    await world.post(leadBody({ contact: { contact_email: 'a@b.example', contact_email_optin: false } }), {
      'user-agent': 'Harbor website/2.1',
    })
    const [row] = await world.leads()
    expect(row).toMatchObject({
      token_id: 1,
      client_address: '127.0.0.1',
      user_agent: 'Harbor website/2.1',
      email_optin_given: expect.toSatisfy((flag) => Boolean(flag) === true),
      phone_optin_given: expect.toSatisfy((flag) => Boolean(flag) === false),
    })
    expect(row!.received_at).toBeGreaterThanOrEqual(before)
  })

  it('is not sent to the CRM', async () => {
    const world = await makeWorld({ leadWebhook: (crm) => ({ url: crm.url('/leads') }) })
    await world.post(leadBody(), { 'user-agent': 'Harbor website/2.1' })
    const [request] = await world.crm.received('/leads')
    const names = Object.keys(JSON.parse(request!.raw.toString())).sort()
    expect(names).toEqual([...Object.keys(leadBody()), 'lead_id', 'received_at', 'send_to_dealer'].sort())
    expect(request!.raw.toString()).not.toContain('Harbor website')
  })

  it('treats an opt-in of null as omitted', () => {
    const contact = { contact_email_optin: null, contact_phone_optin: true }
    expect(evidence('10.0.0.1', 'x', contact)).toMatchObject({
      email_optin_given: false,
      phone_optin_given: true,
    })
  })

  it.each([
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8::1', '2001:db8::1'],
    ['unknown', null],
    ['<script>', null],
  ])('has the address %s as %s', (address, expected) => {
    expect(evidence(address).client_address).toBe(expected)
  })

  it.each<[string | undefined, string | null]>([
    [undefined, null],
    ['   ', null],
    ['a\u0007b\u202ec\u2028d', 'a b c d'],
    ['x'.repeat(5_000), 'x'.repeat(500)],
  ])('has a user agent tidied', (given, expected) => {
    expect(evidence('::1', given).user_agent).toBe(expected)
  })
})
