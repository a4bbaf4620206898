import { expect, test } from 'vitest'
import { lookupKeys, postalKey } from './postal-key.ts'

test.each([
  ['US', '75067', '75067'],
  ['CA', 'K1A 0B1', 'K1A0B1'],
  ['SE', '111 29', '11129'],
  ['PL', '00-002', '00002'],
  ['BR', '01.310-100', '01310100'],
  ['LV', 'LV-1010', '1010'],
  ['LV', '1010', '1010'],
  ['AD', 'AD500', '500'],
  ['GB', 'sw1a 1aa', 'SW1A1AA'],
  ['SE', 'SEX', 'SEX'],
])('%s %j is stored as %j', (country, code, key) => {
  expect(postalKey(country, code)).toBe(key)
})

test.each([
  ['US', '75067', ['75067']],
  ['CA', 'K1A 0B1', ['K1A0B1', 'K1A']],
  ['GB', 'SW1A 1AA', ['SW1A1AA', 'SW1A']],
  ['JE', 'JE2 3AB', ['23AB', '2']],
  ['IE', 'D02 AF30', ['D02AF30', 'D02']],
  ['NL', '1012 JS', ['1012JS', '1012']],
  ['NL', '1012', ['1012']],
  ['MT', 'VLT 1117', ['VLT1117', 'VLT']],
  ['GB', 'B1', ['B1']],
  ['DE', '10117', ['10117']],
])('%s %j is looked for as %j', (country, code, keys) => {
  expect(lookupKeys(country, code)).toEqual(keys)
})
