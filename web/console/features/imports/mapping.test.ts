import { expect, test } from 'vitest'
import { choose, fieldsOf, findClashes, findMissing, toMap } from './mapping.ts'

const column = (name: string, field: string | null) => ({ name, field, examples: [] })
const FILE = {
  columns: [column('Nr', null), column('Name', 'name'), column('Firma', null), column('Zip', 'postal_code')],
  fields: ['dealer_code', 'name', 'postal_code'],
  required: [['name', 'dealer_code']],
  looks_like: null,
}

test('columns whose names are recognized need no mapping', () => {
  expect(fieldsOf(FILE, {})).toEqual([null, 'name', null, 'postal_code'])
  expect(toMap(FILE, {})).toBeUndefined()
})

test('a field that gets another column is taken from the one that held it', () => {
  const choices = choose(FILE, {}, 'Firma', 'name')
  expect(fieldsOf(FILE, choices)).toEqual([null, null, 'name', 'postal_code'])
  expect(JSON.parse(toMap(FILE, choices)!)).toEqual({ Name: null, Firma: 'name' })
  expect(fieldsOf(FILE, choose(FILE, choices, 'Name', 'name'))).toEqual([null, 'name', null, 'postal_code'])
})

test('choosing what the name says is no mapping', () => {
  const choices = choose(FILE, choose(FILE, {}, 'Zip', ''), 'Zip', 'postal_code')
  expect(toMap(FILE, choices)).toBeUndefined()
})

test('fields without a column that need one are reported, and fields with two', () => {
  expect(findMissing(FILE, choose(FILE, {}, 'Name', ''))).toEqual([['name', 'dealer_code']])
  expect(findMissing(FILE, choose(FILE, {}, 'Nr', 'dealer_code'))).toEqual([])
  const twice = { ...FILE, columns: [...FILE.columns, column('Postcode', 'postal_code')] }
  expect(findClashes(twice, {})).toEqual(new Set(['postal_code']))
  expect(findClashes(twice, choose(twice, {}, 'Postcode', ''))).toEqual(new Set())
})
