import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type MailServer, startMailServer } from '../../../../test/support/smtp.ts'
import { DEALER, leadBody, makeWorld } from '../leads.test-support.ts'
import { textAt, validateAdf } from './adf.test-support.ts'
import { decodeWords, parseMail } from './mail.test-support.ts'

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
  it('is notified by e-mail, with the lead as ADF', async () => {
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
    expect(parts[0]!.text).toContain('ada@example.com would like a quote.')
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
  ])('is not notified when %s', async (_name, fields) => {
    const world = await makeWorld({ smtpUrl: mails.url })
    expect((await world.post(leadBody(fields))).status).toBe(200)
    expect(await world.deliveryRows()).toEqual([])
  })

  it.each([
    ['a mail server', {}, 'No mail server is configured. Set SMTP_URL.'],
    ['an address', { smtpUrl: 'smtp://127.0.0.1:1', dealerEmail: '' }, 'The dealer has no e-mail address.'],
  ])('is recorded as not notified without %s', async (_name, options, last_error) => {
    const world = await makeWorld(options)
    expect((await world.post(leadBody(wanted))).status).toBe(200)
    await world.untilStatus('failed')
    expect(await world.deliveryRows()).toMatchObject([{ kind: 'dealer_mail', attempts: 1, last_error }])
  })

  it('is notified by a retry once there is a mail server and an address', async () => {
    const world = await makeWorld({ dealerEmail: '' })
    await world.post(leadBody(wanted))
    await world.untilStatus('failed')
    await world.end()
    const another = await world.startAnother({ smtpUrl: mails.url, dealerEmail: 'new@tidewater.example' })
    expect(await another.retryFailed()).toBe(1)
    const [mail] = await mails.received()
    expect(mail!.to).toEqual(['new@tidewater.example'])
    await another.untilStatus('delivered')
  })

  it('is notified at its current address', async () => {
    const world = await makeWorld({ smtpUrl: mails.url, dealerEmail: 'moved@tidewater.example' })
    await world.post(leadBody(wanted))
    const [mail] = await mails.received()
    expect(mail!.to).toEqual(['moved@tidewater.example'])
  })

  it('is not notified at an address that was removed, although the lead still has it', async () => {
    const world = await makeWorld({ smtpUrl: mails.url, dealerEmail: '' })
    await world.post(leadBody(wanted))
    await world.untilStatus('failed')
    expect(JSON.parse((await world.leads())[0]!.dealer!)).toMatchObject({ email: 'sales@tidewater.example' })
    expect(await world.deliveryRows()).toMatchObject([{ last_error: 'The dealer has no e-mail address.' }])
  })

  it('is not notified if the address is not one plain address', async () => {
    const world = await makeWorld({ smtpUrl: mails.url, dealerEmail: 'Bob <bob@tidewater.example>' })
    await world.post(leadBody(wanted))
    await world.untilStatus('failed')
    const last_error = 'The e-mail field of the dealer is not one plain e-mail address.'
    expect(await world.deliveryRows()).toMatchObject([{ last_error }])
  })

  it('is notified of people and boats whose names are not ASCII', async () => {
    const dealer = { ...DEALER, name: 'Ōtautahi Marine – Zürich' }
    const world = await makeWorld({ smtpUrl: mails.url, assignDealer: async () => ({ dealerId: 1, dealer }) })
    const contact = { ...wanted.contact, contact_first_name: 'Zoë', contact_last_name: '李' }
    await world.post(leadBody({ ...wanted, contact, product: { product_name: 'Måke 24' } }))
    const [mail] = await mails.received()
    const { headers, parts } = parseMail(mail!.source)
    expect(decodeWords(headers.subject!)).toBe('Harbor Craft: Quote request from Zoë 李 – Måke 24')
    expect(decodeWords(headers.to!)).toContain('Ōtautahi Marine – Zürich')
    // Nothing but ASCII goes through a mail server that may know no better.
    expect(mail!.source).toMatch(/^[\t\r\n -~]*$/)
    expect(parts[0]!.text).toContain('Name: Zoë 李')
    const xml = parts[1]!.text.replaceAll('\r\n', '\n')
    validateAdf(xml)
    expect(textAt(xml, '//customer/contact/name[@part="last"]')).toBe('李')
    expect(textAt(xml, '//vendor/vendorname')).toBe(dealer.name)
  })

  it('gets no Reply-To that only some mail servers accept', async () => {
    const world = await makeWorld({ smtpUrl: mails.url })
    const contact = { ...wanted.contact, contact_email: 'zoë@exämple.com' }
    await world.post(leadBody({ ...wanted, contact }))
    const [mail] = await mails.received()
    expect(mail!.source).toMatch(/^[\t\r\n -~]*$/)
    const { headers, parts } = parseMail(mail!.source)
    expect(headers['reply-to']).toBeUndefined()
    expect(parts[0]!.text).toContain('E-mail: zoë@exämple.com')
  })

  it('gets no mail at an address that needs SMTPUTF8 where the mail server does not offer it', async () => {
    const world = await makeWorld({ smtpUrl: mails.url, dealerEmail: 'zoë@tidewater.example' })
    await world.post(leadBody(wanted))
    await world.untilStatus('failed')
    const last_error = expect.stringContaining('need SMTPUTF8, which the mail server does not offer')
    expect(await world.deliveryRows()).toMatchObject([{ attempts: 1, last_error }])
    expect(mails.mails).toEqual([])
    mails.offer('SMTPUTF8')
    await world.retryFailed()
    await world.untilStatus('delivered')
    expect(mails.mails).toMatchObject([{ to: ['zoë@tidewater.example'] }])
  })

  it('is notified again after a temporary refusal, under the same id, but not after a permanent one', async () => {
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
    expect(await world.attempts()).toMatchObject([
      { status: 451, final: false },
      { status: null, final: false },
      { status: 550, final: true },
    ])
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
    expect(decodeWords(headers.to!)).toContain('Evil Bcc: other@example.com')
  })
})

describe('assigning a dealer', () => {
  it('asks the locator for the place, and stores what it says', async () => {
    const assignDealer = vi.fn(async () => ({ dealerId: DEALER.id, dealer: DEALER }))
    const world = await makeWorld({ assignDealer })
    await world.post(leadBody({ ...wanted, contact_category: 'contact_dealer', send_to_dealer: false }))
    expect(assignDealer).toHaveBeenCalledWith(1, { postalCode: '75067', country: 'US' })
    const [row] = await world.leads()
    expect(row).toMatchObject({
      dealer_id: DEALER.id,
      dealer: JSON.stringify(DEALER),
      dealer_reason: 'territory',
    })
  })

  it.each([
    ['coordinates', {}, { point: { latitude: 33.04, longitude: -97 } }],
    [
      'coordinates and a country',
      { contact_country_code: 'ca' },
      { point: { latitude: 33.04, longitude: -97 }, country: 'CA' },
    ],
    [
      'a postal code beside coordinates',
      { contact_zip_code: '75067' },
      { point: { latitude: 33.04, longitude: -97 }, postalCode: '75067', country: 'US' },
    ],
  ])('places the prospect by %s', async (_name, fields, place) => {
    const assignDealer = vi.fn(async () => ({ dealerId: DEALER.id, dealer: DEALER }))
    const world = await makeWorld({ assignDealer })
    const point = { contact_latitude: 33.04, contact_longitude: -97 }
    const contact = { contact_email: 'ada@example.com', ...point, ...fields }
    await world.post(leadBody({ send_to_dealer: true, contact }))
    expect(assignDealer).toHaveBeenCalledWith(1, place)
  })

  it.each([[{ contact_latitude: 33.04 }], [{ contact_latitude: 91, contact_longitude: 0 }]])(
    'knows no place by %j',
    async (fields) => {
      const assignDealer = vi.fn(async () => null)
      const world = await makeWorld({ assignDealer })
      const contact = { contact_email: 'ada@example.com', ...fields }
      await world.post(leadBody({ send_to_dealer: true, contact }))
      expect(assignDealer).not.toHaveBeenCalled()
      expect(await world.leads()).toMatchObject([{ dealer_reason: 'no_place' }])
    },
  )

  it.each([
    ['fails', () => Promise.reject(new Error('down')), 'failed'],
    ['finds none', () => Promise.resolve(null), 'none_found'],
  ])('leaves the lead as it is when the locator %s', async (_name, assignDealer, dealer_reason) => {
    const world = await makeWorld({ assignDealer, smtpUrl: mails.url })
    expect((await world.post(leadBody(wanted))).status).toBe(200)
    expect(await world.leads()).toMatchObject([{ dealer_id: null, dealer: null, dealer_reason }])
  })

  it('is not tried for a lead that wants none, or whose place is not known', async () => {
    const assignDealer = vi.fn(async () => null)
    const world = await makeWorld({ assignDealer })
    await world.post(leadBody({ ...wanted, send_to_dealer: false }))
    await world.post(leadBody({ send_to_dealer: true }))
    expect(assignDealer).not.toHaveBeenCalled()
    expect(await world.leads()).toMatchObject([
      { dealer_reason: 'not_wanted' },
      { dealer_reason: 'no_place' },
    ])
  })

  it('does not wait for a locator that hangs', async () => {
    const world = await makeWorld({ assignDealer: () => new Promise(() => {}) })
    const start = performance.now()
    expect((await world.post(leadBody(wanted))).status).toBe(200)
    expect(performance.now() - start).toBeLessThan(8_000)
    expect(await world.leads()).toMatchObject([{ dealer_reason: 'too_slow' }])
  })
})
