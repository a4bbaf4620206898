import { expect, test, vi } from 'vitest'

vi.stubGlobal('location', { origin: 'http://localhost' })
const { bodyOf, CUSTOM_FIELDS, valuesOf } = await import('./brand-form.ts')

const BRAND = {
  ...{ id: 1, slug: 'a', name: 'A', lead_webhook: null, fallback_dealer: null, fallback_dealer_id: null },
  ...{ registration_auto_accept: false, sandbox: false, lead_dedupe_seconds: null, challenge: true },
  ...{ consent_texts: null, created_at: '', updated_at: '' },
  warranty_crm: {
    type: 'highlevel' as const,
    location_id: 'here',
    custom_fields: { 'contact.hull_id': 'hin', old: 'model' },
  },
}

function changeCustomFields(text: string) {
  const initial = valuesOf(BRAND)
  return bodyOf(initial, { ...initial, [CUSTOM_FIELDS]: text })
}

test('custom fields are one on each line, and what is removed is null', () => {
  expect(valuesOf(BRAND)[CUSTOM_FIELDS]).toBe('contact.hull_id = hin\nold = model')
  expect(changeCustomFields('contact.hull_id=warranty_id\n\n new = contact.city ')).toEqual({
    warranty_crm: { custom_fields: { 'contact.hull_id': 'warranty_id', new: 'contact.city', old: null } },
  })
  expect(changeCustomFields('')).toEqual({
    warranty_crm: { custom_fields: { 'contact.hull_id': null, old: null } },
  })
})

test.each(['hin', 'a =', '= hin', 'a = b c'])('the line "%s" is refused at the field', (line) => {
  expect(() => changeCustomFields(line)).toThrow(
    expect.objectContaining({ issues: [expect.objectContaining({ field: CUSTOM_FIELDS })] }),
  )
})

test('a CRM of another type takes the custom fields with it, and a webhook has none', () => {
  const initial = valuesOf({ ...BRAND, warranty_crm: null })
  const crm = { 'warranty_crm.type': 'highlevel', 'warranty_crm.location_id': 'here' }
  const fields = { [CUSTOM_FIELDS]: 'a = hin', 'warranty_crm.token': 'secret' }
  expect(bodyOf(initial, { ...initial, ...crm, ...fields })).toEqual({
    warranty_crm: { type: 'highlevel', location_id: 'here', token: 'secret', custom_fields: { a: 'hin' } },
  })
  const highLevel = valuesOf(BRAND)
  const webhook = { 'warranty_crm.type': 'webhook', 'warranty_crm.url': 'https://example.com' }
  expect(bodyOf(highLevel, { ...highLevel, ...webhook })).toEqual({
    warranty_crm: { type: 'webhook', url: 'https://example.com' },
  })
})
