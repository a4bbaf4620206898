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
  ['LU', 'L-1009', '1009'],
  ['LU', 'L1009', '1009'],
  ['LU', 'LU-1009', '1009'],
  ['AT', 'A-1010', '1010'],
  ['DE', 'd-10115', '10115'],
  ['FR', 'F-75001', '75001'],
  ['FI', 'FIN-00100', '00100'],
  ['FI', 'FI-00100', '00100'],
  ['SE', 'S-111 29', '11129'],
  ['FR', 'D-75001', 'D75001'],
  ['GB', 'D-1', 'D1'],
  ['MT', 'VLT-1117', 'VLT1117'],
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
  ['LU', '1009', ['1009', 'L1009']],
])('%s %j is looked for as %j', (country, code, keys) => {
  expect(lookupKeys(country, code)).toEqual(keys)
})
