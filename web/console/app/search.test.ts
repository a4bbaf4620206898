import { expect, test } from 'vitest'
import { number, oneOf, parseSearch, searchOf, stringifySearch, text } from './search.ts'

const read = searchOf<{ q: string; state: 'open' | 'done'; page: number }>({
  q: text,
  state: oneOf('open', 'done'),
  page: number,
})

test('parameters that make no sense are left out', () => {
  expect(read({ q: '', state: 'other', page: '0', more: 'x' })).toEqual({})
  expect(read({ q: '12', state: 'done', page: '3' })).toEqual({ q: '12', state: 'done', page: 3 })
})

test('parameters are written unchanged, and read back', () => {
  const written = stringifySearch({ q: 'a&b "c"', page: 2, state: undefined })
  expect(written).toBe('?q=a%26b+%22c%22&page=2')
  expect(read(parseSearch(written))).toEqual({ q: 'a&b "c"', page: 2 })
})
