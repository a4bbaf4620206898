import { expect, test } from 'vitest'
import { toOutcome } from './outcome.ts'

const table = { header: ['Nr', 'Name', ''], rows: [], delimiter: ',' }
const columns = { dealer_code: 0, name: 1, country: 2 }

test.each([
  ['dealer_code', 'Nr'],
  ['name', 'Name'],
  ['country', null],
  ['latitude', null],
  ['', null],
])('an error of the field %j names the column %j', (field, column) => {
  const note = { line: 2, field, message: 'Wrong.' }
  const report = { written: false, taken: 0, columns, issues: [note], warnings: [note] }
  const shown = [{ line: 2, column, message: 'Wrong.' }]
  expect(toOutcome(table, report)).toMatchObject({ errors: shown, warnings: shown })
})
