import { expect, test } from 'vitest'
import { pick, suggest } from './references.ts'

const BRANDS = [
  { id: 1, slug: 'harbor-craft' },
  { id: 2, slug: 'northwind' },
  { id: 3, slug: '7' },
  { id: 7, slug: 'seven' },
  { id: 9, slug: '9' },
]

const find = (reference: string) =>
  pick(BRANDS, reference, { noun: 'brand', key: 'slug', keyOf: (brand) => brand.slug }).id

test.each([
  ['harbor-craft', 1],
  ['2', 2],
  ['id:7', 7],
  ['slug:7', 3],
  ['9', 9],
])('%s means brand %i', (reference, id) => {
  expect(find(reference)).toBe(id)
})

test.each([
  ['7', '"7" is the slug of one brand and the id of another: write slug:7 or id:7.'],
  ['harbour-craft', 'There is no brand "harbour-craft". Did you mean "harbor-craft"?'],
  ['Northwind', 'There is no brand "Northwind". Did you mean "northwind"?'],
  ['id:northwind', 'There is no brand "northwind". Did you mean "northwind"?'],
  ['nrothwind', 'There is no brand "nrothwind". Did you mean "northwind"?'],
  ['something else', 'There is no brand "something else".'],
  ['1e0', 'There is no brand "1e0".'],
])('%s means no brand', (reference, message) => {
  expect(() => find(reference)).toThrow(message)
})

test('keys are compared in their normalized form', () => {
  const users = [{ id: 1, email: 'Ada@example.com' }]
  const naming = { noun: 'user', key: 'email', keyOf: (user: (typeof users)[0]) => user.email }
  expect(() => pick(users, 'ada@example.com', naming)).toThrow('Did you mean "Ada@example.com"?')
  expect(pick(users, 'ada@example.com', { ...naming, fold: (key) => key.toLowerCase() }).id).toBe(1)
})

test('the most similar names are suggested, at most three, each once', () => {
  expect(suggest('websits', ['web', 'website', 'websites', 'webs', 'website', 'websit'])).toBe(
    ' Did you mean "website" or "websites" or "websit"?',
  )
  expect(suggest('x', ['', 'abc'])).toBe('')
  expect(suggest('frod', ['ford', 'fnord'])).toBe(' Did you mean "ford"?')
})
