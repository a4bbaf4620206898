import { describe, expect, it } from 'vitest'
import { findDifferences } from './highlevel-differences.ts'
import type { CustomField } from './highlevel-fields.ts'

const standard = {
  firstName: 'Ada',
  lastName: 'McDonald',
  email: 'Ada@Example.com',
  phone: '+14155550132',
  address1: '1 Pier St',
  city: 'São Paulo',
  postalCode: 'K1A 0B1',
  country: 'US',
}

const differences = (stored: Record<string, unknown>, custom: CustomField[] = []) =>
  findDifferences({ standard, custom }, { ...standard, ...stored })

describe('standard fields', () => {
  it.each([
    { firstName: 'ada', lastName: 'mcdonald' },
    { email: 'ada@example.com' },
    { phone: '(415) 555-0132' },
    { phone: '+1 415 555 0132' },
    { address1: ' 1  Pier St ' },
    { city: 'São Paulo' },
    { postalCode: 'k1a0b1' },
    { country: 'United States' },
    { country: 'USA' },
    { state: 'set in the CRM', tags: ['vip'] },
  ])('may be stored as %j', (stored) => expect(differences(stored)).toEqual([]))

  it.each([
    ['phone', '+14155550199'],
    ['phone', null],
    ['email', 'other@example.com'],
    ['lastName', 'Donald'],
    ['address1', '1 PIER ST'],
    ['country', 'CA'],
    ['country', 'Atlantis'],
  ])('%s stored as %j is a difference', (field, stored) => {
    const sent = standard[field as keyof typeof standard]
    expect(differences({ [field]: stored })).toEqual([{ field, sent, stored }])
  })

  it.each([undefined, ''])('stored as %j is empty', (phone) => {
    expect(differences({ phone })).toEqual([{ field: 'phone', sent: '+14155550132', stored: null }])
  })

  it('are all reported, also for malformed contacts', () => {
    const found = differences({ firstName: { odd: true }, city: 7, customFields: 'none' })
    expect(found.map(({ field }) => field)).toEqual(['firstName', 'city'])
  })
})

describe('custom fields', () => {
  const id = '6dvNaf7VhkQ9snc5vnjJ'
  const stored = (...customFields: unknown[]) => ({ customFields })

  it.each([
    [24, '24'],
    ['24', 24],
    ['full', ['full']],
    ['2027-04-01', '2027-04-01T00:00:00.000Z'],
    ['2027-04-01', 1806537600000],
    ['', null],
    ['', ''],
  ])('%j may be stored as %j', (sent, value) => {
    expect(differences(stored({ id, value }), [{ id, field_value: sent }])).toEqual([])
  })

  it.each([
    ['ABC12345D425', 'abc12345d425'],
    ['2027-04-01', '2027-04-02'],
    ['2027-04-01', '2027-04-01T05:00:00.000Z'],
    ['full', ['full', 'limited']],
    ['', 'full'],
  ])('%j stored as %j is a difference', (sent, value) => {
    expect(differences(stored({ id, value }), [{ id, field_value: sent }])).toEqual([
      { field: id, sent, stored: value },
    ])
  })

  it('mapped by id and missing from the answer are empty', () => {
    expect(differences(stored({ id: 'another', value: 1 }), [{ id, field_value: 'x' }])).toEqual([
      { field: id, sent: 'x', stored: null },
    ])
  })

  it('mapped by key are compared only if the answer contains the key', () => {
    const sent: CustomField[] = [{ key: 'contact.hull_id', field_value: 'x' }]
    const difference = (value: unknown) => [{ field: 'contact.hull_id', sent: 'x', stored: value }]
    expect(differences(stored({ id, value: 'y' }), sent)).toEqual([])
    expect(differences(stored({ id, key: 'hull_id', value: 'y' }), sent)).toEqual(difference('y'))
    expect(differences(stored({ fieldKey: 'contact.hull_id', value: 'x' }), sent)).toEqual([])
    expect(differences(stored(), sent)).toEqual(difference(null))
  })
})
