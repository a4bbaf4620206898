import { expect, test } from 'vitest'
import { guessCountry, restoreZip } from './zip-codes.ts'

test.each([
  ['TX', '75067', 'US'],
  ['tx', '75067-1234', 'US'],
  ['MA', '2108', 'US'],
  ['ma', '2108-1234', 'US'],
  ['PR', '601', 'US'],
  ['QC', 'h3b 1a7', 'CA'],
  ['', 'H3B1A7', 'CA'],
  ['WA', '6000', undefined],
  ['TX', '7506', undefined],
  ['', '75067', undefined],
  ['BY', '80331', undefined],
  ['', '', undefined],
  ['TX', '', undefined],
  ['', 'SW1A 1AA', undefined],
])('state %j and postal code %j are in %s', (state, postalCode, country) => {
  expect(guessCountry(state, postalCode)).toBe(country)
})

test.each([
  ['2108', '02108'],
  ['501', '00501'],
  ['2108-1234', '02108-1234'],
  ['75067', '75067'],
  ['75067-1234', '75067-1234'],
  ['21', '21'],
  ['2108 MA', '2108 MA'],
  ['', ''],
])('%s is %s', (text, zip) => {
  expect(restoreZip(text)).toBe(zip)
})
