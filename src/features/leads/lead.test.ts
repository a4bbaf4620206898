import { describe, expect, it } from 'vitest'
import { toLead } from './lead.ts'
import { leadBody } from './leads.test-support.ts'
import { placeOf } from './operations/assign-dealer.ts'

const lead = (fields: object = {}) => toLead(leadBody(fields) as never)

describe('toLead', () => {
  it('fills in the defaults', () => {
    expect(lead()).toEqual({
      brand: 'harbor-craft',
      contact_category: 'request_quote',
      send_to_dealer: false,
      contact: { contact_email: 'ada@example.com', contact_email_optin: true, contact_phone_optin: true },
    })
  })

  it('takes null for absent in the fields it knows, and leaves it in others', () => {
    const contact = {
      contact_email: 'a@b.example',
      contact_phone: null,
      contact_email_optin: null,
      shoe: null,
    }
    expect(
      lead({ contact, product: null, send_to_dealer: null, custom_fields: { a: null }, extra: null }),
    ).toEqual({
      ...lead(),
      contact: {
        contact_email: 'a@b.example',
        contact_email_optin: true,
        contact_phone_optin: true,
        shoe: null,
      },
      custom_fields: { a: null },
      extra: null,
    })
  })

  it('leaves null in unknown fields that are named as what every object has', () => {
    const given = { toString: null, product: { valueOf: null } }
    expect(lead(given)).toEqual({ ...lead(), ...given })
  })

  it('keeps unknown fields everywhere, but none under our names', () => {
    const given = {
      utm: { a: [1] },
      lead_id: 9,
      received_at: 'x',
      dealer: {},
      product: { product_name: 'T', hull: 2 },
    }
    expect(lead(given)).toEqual({ ...lead(), utm: { a: [1] }, product: { product_name: 'T', hull: 2 } })
  })

  it('keeps what the caller says, and writes the country in upper case', () => {
    const contact = { contact_email: 'a@b.example', contact_country_code: 'us', contact_email_optin: false }
    expect(lead({ contact, send_to_dealer: true })).toMatchObject({
      send_to_dealer: true,
      contact: { contact_country_code: 'US', contact_email_optin: false, contact_phone_optin: true },
    })
  })
})

describe('placeOf', () => {
  const place = (contact: object) => placeOf({ contact: { contact_email: 'a@b.example', ...contact } })

  it.each([
    [
      { contact_zip_code: '75067', contact_country_code: 'US' },
      { postalCode: '75067', country: 'US' },
    ],
    [
      { contact_zip_code: '75067-1234', contact_country_code: 'US' },
      { postalCode: '75067', country: 'US' },
    ],
    [
      { contact_zip_code: '75067', contact_country: 'Germany' },
      { postalCode: '75067', country: 'DE' },
    ],
    [{ contact_zip_code: '75067' }, { postalCode: '75067', country: 'US' }],
    [
      { contact_zip_code: '75067', contact_country: '' },
      { postalCode: '75067', country: 'US' },
    ],
    [{ contact_zip_code: '10001', contact_country: 'Deutschland' }, null],
    [{ contact_zip_code: '10001-1234', contact_country: 'Elsewhere' }, null],
    [
      { contact_zip_code: '10001', contact_country: 'Elsewhere', contact_country_code: 'US' },
      { postalCode: '10001', country: 'US' },
    ],
    [
      { contact_zip_code: '10001', contact_country: 'U.S.A.' },
      { postalCode: '10001', country: 'US' },
    ],
    [{ contact_zip_code: 'k1a0b1' }, { postalCode: 'k1a0b1', country: 'CA' }],
    [
      { contact_zip_code: 'k1a 0b1', contact_country: 'Kanada' },
      { postalCode: 'k1a 0b1', country: 'CA' },
    ],
    [{ contact_zip_code: 'SW1A 1AA' }, null],
    [{ contact_zip_code: '', contact_country_code: 'US' }, null],
    [{ contact_country_code: 'US' }, null],
  ])('%j is %j', (contact, expected) => {
    expect(place(contact)).toEqual(expected)
  })
})
