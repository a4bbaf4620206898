import { expect, test } from 'vitest'
import { readQuery } from './read-query.ts'

const read = (input: object) =>
  readQuery({ brand: 'harbor-craft', country: 'US', postal_code: '75067', ...input })

test('omitted parameters have their defaults', () => {
  expect(read({})).toMatchObject({ limit: 10, maxDistanceMiles: 250, explain: false })
})

test.each([
  ['50', 50],
  ['51', 50],
  ['1000000000', 50],
])('limit %s is %i', (limit, expected) => {
  expect(read({ limit }).limit).toBe(expected)
})

test.each(['PR', 'VI', 'GU', 'AS', 'MP', 'pr'])('%s is the United States', (country) => {
  expect(read({ country, postal_code: '00901', limit: '3' })).toMatchObject({
    country: 'US',
    postalCode: '00901',
    limit: 3,
  })
  expect(() => read({ country, postal_code: '901' })).toThrow('Invalid US postal code format')
})

test('outside US and CA limit and distance are ignored, even malformed', () => {
  expect(read({ country: 'DE', limit: 'x', max_distance_miles: '-1' })).toMatchObject({ country: 'DE' })
})
