import { describe, expect, it } from 'vitest'
import type { HighLevelCrm } from '../../brands/index.ts'
import { toContact } from './highlevel-fields.ts'
import { HIGHLEVEL_CONTACT, warrantyRecord } from './record.test-support.ts'

const crm: HighLevelCrm = { type: 'highlevel', token: 't', location_id: 'l' }

describe('standard fields', () => {
  it("contain the owner under HighLevel's names", () => {
    expect(toContact(warrantyRecord(), crm)).toEqual({
      standard: HIGHLEVEL_CONTACT,
      custom: [],
    })
  })

  it('omit what the owner does not have', () => {
    const contact = { email: null, address: null, city: null, state: null }
    expect(Object.keys(toContact(warrantyRecord({ contact }), crm).standard)).toEqual([
      'firstName',
      'lastName',
      'phone',
      'postalCode',
      'country',
    ])
  })

  it("contain the phone number as dialed in the owner's country", () => {
    const contact = { phone: '040 1234567', country_code: 'DE' }
    expect(toContact(warrantyRecord({ contact }), crm).standard.phone).toBe('+49401234567')
  })
})

describe('custom fields', () => {
  const mapped = (custom_fields: Record<string, string>) =>
    toContact(warrantyRecord(), { ...crm, custom_fields }).custom

  it('are named by id or key and take their value from a path', () => {
    expect(
      mapped({
        '6dvNaf7VhkQ9snc5vnjJ': 'hin',
        'contact.boat_model': 'model',
        warranty_months: 'warranty_duration_months',
        owner_city: 'contact.city',
      }),
    ).toEqual([
      { id: '6dvNaf7VhkQ9snc5vnjJ', field_value: 'ABC12345D425' },
      { key: 'contact.boat_model', field_value: 'Skiff 18' },
      { key: 'warranty_months', field_value: 24 },
      { key: 'owner_city', field_value: 'San Francisco' },
    ])
  })

  it('are named by key if the name is a word of 20 letters', () => {
    expect(mapped({ warrantyregistration: 'hin' })).toEqual([
      { key: 'warrantyregistration', field_value: 'ABC12345D425' },
    ])
  })

  it('are emptied if the record has no value, and contain booleans and lists as text', () => {
    expect(mapped({ a: 'coverage_type', b: 'is_used', c: 'hin_details.warnings' })).toEqual([
      { key: 'a', field_value: '' },
      { key: 'b', field_value: 'false' },
      { key: 'c', field_value: '[]' },
    ])
  })

  it.each(['hull', 'contact.fax', 'hin.length', 'contact.constructor', '__proto__', 'toString', ''])(
    'send nothing for the path %j, which leads nowhere',
    (path) => expect(mapped({ a: path })).toEqual([]),
  )
})
