import { expect, test } from 'vitest'
import { parseRetryAfter } from './retry-after.ts'

const now = Date.UTC(1994, 10, 6, 8, 49, 37)

test.each([
  ['0', 0],
  ['120', 120],
  [' 120 ', 120],
  ['007', 7],
  ['86400', 86_400],
  ['86401', 86_400],
  ['99999999999999999999999999', 86_400],
  ['9'.repeat(400), 86_400],
  ['Sun, 06 Nov 1994 08:50:37 GMT', 60],
  ['Sunday, 06-Nov-94 08:50:37 GMT', 60],
  ['Sun Nov  6 08:50:37 1994', 60],
  ['Sun, 06 Nov 1994 08:49:37 GMT', 0],
  ['Sun, 06 Nov 1994 08:00:00 GMT', 0],
  ['Wed, 21 Oct 2065 07:28:00 GMT', 86_400],
])('%j asks for %d s', (value, seconds) => {
  expect(parseRetryAfter(value, now)).toBe(seconds)
})

test('a part of a second is rounded up', () => {
  expect(parseRetryAfter('Sun, 06 Nov 1994 08:49:38 GMT', now + 1)).toBe(1)
})

test.each([
  undefined,
  '',
  'soon',
  '-1',
  '1.5',
  '1e3',
  '0x10',
  '١٢',
  '120, 120',
  '1994-11-06T08:50:37Z',
  'Sun, 99 Nov 1994 08:50:37 GMT',
  'Sunny day',
  'Sun, 06 Nov 1994 08:50:37 +0200',
])('%j asks for nothing', (value) => {
  expect(parseRetryAfter(value, now)).toBeNull()
})
