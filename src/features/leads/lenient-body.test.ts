import { expect, test } from 'vitest'
import { readLeniently } from './lenient-body.ts'

const contact = { contact_email: 'a@b.example' }

test.each<[string, object, object]>([
  ['a number for a text', { product: { product_year: 2026 } }, { product: { product_year: '2026' } }],
  ['a boolean for a text', { contact_category: true }, { contact_category: 'true' }],
  ['text for a number', { contact: { contact_latitude: '-33.5' } }, { contact: { contact_latitude: -33.5 } }],
  ['an exponent', { contact: { contact_latitude: '1e1' } }, { contact: { contact_latitude: 10 } }],
  ['an empty array for an object', { boat_build: [], contact: [] }, { boat_build: {}, contact: {} }],
  ['an empty text for an object', { product: '' }, {}],
  [
    'an empty text for a flag and a number',
    { send_to_dealer: '', contact: { contact_latitude: '' } },
    { contact: {} },
  ],
  ['null for the contact', { contact: null }, { contact: {} }],
])('%s is read as it was meant', (_name, given, read) => {
  expect(readLeniently(structuredClone({ contact, ...given }))).toEqual({ contact, ...read })
})

test.each<[string, object]>([
  ['an object for a text', { contact_category: {} }],
  ['a word for a flag', { send_to_dealer: 'yes' }],
  ['hexadecimal and blank numbers', { contact: { contact_latitude: '0x10', contact_longitude: '12 N' } }],
  ['a full array for an object', { product: [1] }],
  ['a number for the brand or the address', { brand: 5, contact: { contact_email: 5 } }],
  ['an empty required text', { brand: '', contact_category: '', contact: { contact_email: '' } }],
  ['unknown fields', { utm: '', year: 5, toString: '', contact: { shoe: '' }, custom_fields: { a: '' } }],
])('%s stays as it is', (_name, given) => {
  const body = { contact, ...given }
  expect(readLeniently(structuredClone(body))).toEqual(body)
})

test.each([[null], [5], ['x'], [[]]])('%j is left alone', (body) => {
  expect(readLeniently(body)).toEqual(body)
})

test('a body without a contact gets an empty one', () => {
  expect(readLeniently({ brand: 'x' })).toEqual({ brand: 'x', contact: {} })
})
