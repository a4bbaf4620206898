import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type MailServer, startMailServer } from '../../../test/support/smtp.ts'
import { DEALER, leadBody, makeWorld } from './test-leads.ts'
import { parseMail } from './test-mail.ts'

let mails: MailServer

beforeEach(async () => {
  mails = await startMailServer()
})
afterEach(() => mails[Symbol.asyncDispose]())

const wanted = {
  send_to_dealer: true,
  contact: { contact_email: 'ada@example.com', contact_zip_code: '75067' },
}

describe('the dealer of a lead', () => {
  it('is told by e-mail, with the lead as ADF', async () => {
    const world = await makeWorld({ smtpUrl: mails.url })
    await world.post(leadBody(wanted))
    const [mail] = await mails.received()
    expect(mail).toMatchObject({ from: 'leads@harbor.example', to: ['sales@tidewater.example'] })
    const { headers, parts } = parseMail(mail!.source)
    expect(headers).toMatchObject({
      from: 'Harbor Craft <leads@harbor.example>',
      to: 'Tidewater Marine <sales@tidewater.example>',
      'reply-to': 'ada@example.com',
      subject: 'Harbor Craft: Quote request from ada@example.com',
    })
    const [row] = await world.deliveryRows()
    expect(headers['message-id']).toBe(`<${row!.message_id}@harbor.example>`)
    expect(parts[0]!.text).toContain('ada@example.com asks for a quote.')
    expect(parts[1]!.type).toMatch(/^application\/x-adf\+xml/)
    expect(parts[1]!.text).toContain('<email>ada@example.com</email>')
    await world.untilStatus('delivered')
  })

  it.each([
    ['nobody asks for it', { ...wanted, send_to_dealer: false }],
    [
      'only the category assigns one',
      { ...wanted, send_to_dealer: false, contact_category: 'contact_dealer' },
    ],
    ['there is no postal code', { send_to_dealer: true }],
  ])('is not told when %s', async (_name, fields) => {
    const world = await makeWorld({ smtpUrl: mails.url })
    expect((await world.post(leadBody(fields))).status).toBe(200)
    expect(await world.deliveryRows()).toEqual([])
  })

  it('is not told without a mail server, nor without an address', async () => {
    const world = await makeWorld()
    await world.post(leadBody(wanted))
    expect(await world.deliveryRows()).toEqual([])
    const mute = await makeWorld({
      smtpUrl: mails.url,
      assignDealer: async () => ({ dealerId: 1, dealer: { ...DEALER, email: '' } }),
    })
    await mute.post(leadBody(wanted))
    expect(await mute.deliveryRows()).toEqual([])
  })

  it('is told again later after a passing refusal, under the same id; not after one for good', async () => {
    const world = await makeWorld({ smtpUrl: mails.url })
    mails.refuseNext('451 4.3.0 try again')
    await world.post(leadBody(wanted))
    await mails.received()
    await world.untilStatus('delivered')
    expect(await world.deliveryRows()).toMatchObject([{ attempts: 2 }])
    mails.refuseNext('550 5.1.1 no such user')
    await world.post(leadBody(wanted))
    await world.untilStatus('delivered', 'failed')
    expect((await world.deliveryRows())[1]).toMatchObject({
      attempts: 1,
      last_error: 'The mail server answered with 550.',
    })
  })

  it('gets no header that a prospect typed', async () => {
    const dealer = { ...DEALER, name: 'Evil\r\nBcc: other@example.com' }
    const world = await makeWorld({ smtpUrl: mails.url, assignDealer: async () => ({ dealerId: 1, dealer }) })
    const contact = {
      contact_email: 'ada@example.com',
      contact_zip_code: '75067',
      contact_first_name: 'Ada\r\nBcc: victim@example.com\r\n\r\n<b>',
      contact_last_name: '\u2028X-Evil: 1',
    }
    await world.post(leadBody({ ...wanted, contact, contact_category: 'x\r\nX-Evil: 2' }))
    const [mail] = await mails.received()
    expect(mail!.to).toEqual(['sales@tidewater.example'])
    const { headers } = parseMail(mail!.source)
    expect(Object.keys(headers)).not.toContain('bcc')
    expect(Object.keys(headers)).not.toContain('x-evil')
  })
})

describe('assigning a dealer', () => {
  it('asks the locator for the place, and stores what it says', async () => {
    const assignDealer = vi.fn(async () => ({ dealerId: DEALER.id, dealer: DEALER }))
    const world = await makeWorld({ assignDealer })
    await world.post(leadBody({ ...wanted, contact_category: 'contact_dealer', send_to_dealer: false }))
    expect(assignDealer).toHaveBeenCalledWith(1, { postalCode: '75067', country: 'US' })
    const [row] = await world.leads()
    expect(row).toMatchObject({ dealer_id: DEALER.id, dealer: JSON.stringify(DEALER) })
  })

  it.each([
    ['fails', () => Promise.reject(new Error('down'))],
    ['finds none', () => Promise.resolve(null)],
  ])('leaves the lead as it is when the locator %s', async (_name, assignDealer) => {
    const world = await makeWorld({ assignDealer, smtpUrl: mails.url })
    expect((await world.post(leadBody(wanted))).status).toBe(200)
    expect(await world.leads()).toMatchObject([{ dealer_id: null, dealer: null }])
  })

  it('does not wait for a locator that hangs', async () => {
    const world = await makeWorld({ assignDealer: () => new Promise(() => {}) })
    const start = performance.now()
    expect((await world.post(leadBody(wanted))).status).toBe(200)
    expect(performance.now() - start).toBeLessThan(5_000)
  })
})
