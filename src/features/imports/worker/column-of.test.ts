import { expect, test } from 'vitest'
import { inRequests } from '../in-requests.ts'
import { columnOf } from './column-of.ts'

const columns = { dealer_code: 0, name: 1, postal_code: 2, contact_first_name: 3, country: 4, hin: 5 }
const header = ['Nr', 'Name', 'PLZ', 'Vorname', '', 'Hull']

test.each([
  ['Postal code "1" must be a ZIP code.', 'PLZ'],
  ['First name is required.', 'Vorname'],
  ['Name is missing.', 'Name'],
  ['There is no dealer "X". Import the dealers first.', 'Nr'],
  ['A hull identification number is exactly 12 letters and digits; this one has 3 characters.', 'Hull'],
  ['HIN HCX12345D526 is in line 4 already.', 'Hull'],
  ['HIN HCX12345D526 has a warranty of this brand already.', 'Hull'],
  ['Line 3 is the same dealer with another name. Keep one of the rows.', null],
  ['Names differ.', null],
  ['Country is missing.', null],
])('%s is about %s', (message, column) => {
  expect(columnOf(message, columns, header)).toBe(column)
})

test('options of commands become parameters', () => {
  expect(inRequests('Say which one does with --map "COLUMN=name".')).toBe(
    'Say which one does with map=COLUMN=name.',
  )
  expect(inRequests('say which with --date-format mdy or --date-format dmy')).toBe(
    'say which with date_format=mdy or date_format=dmy',
  )
  expect(inRequests('Add a column for it, or use --country if all are alike.')).toBe(
    'Add a column for it, or use country if all are alike.',
  )
})
