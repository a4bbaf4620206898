import { describe, expect, test } from 'vitest'
import { readTerritoryRow } from './territory-rows.ts'

const COLUMNS = { of: { postal_code: 0, dealer_code: 1, country: 2 }, ignored: [] }

const read = (postalCode: string, { country = '', dealer = 'A' } = {}, defaultCountry?: string) =>
  readTerritoryRow({ cells: [postalCode, dealer, country], issues: [] }, COLUMNS, { country: defaultCountry })

describe('a cell', () => {
  test.each([
    ['33101', 'US', ['33101']],
    ['331', 'US', ['331']],
    ['331*', 'US', ['331']],
    ['331xx', 'US', ['331']],
    ['331XX', 'US', ['331']],
    ['33101-33103', 'US', ['33101', '33102', '33103']],
    ['33101 – 33102', 'US', ['33101', '33102']],
    ['009-011', 'US', ['009', '010', '011']],
    ['33101, 33103;331 | 332*\n34102', 'US', ['33101', '33103', '331', '332', '34102']],
    ['33101;33101;33101-33102', 'US', ['33101', '33102']],
    ['k1a0b1', 'CA', ['K1A 0B1']],
    ['K1A 0B1', 'CA', ['K1A 0B1']],
    ['k1x', 'CA', ['K1X']],
    ['K1X*', 'CA', ['K1X']],
    ['K1A, K2P 1L4', 'CA', ['K1A', 'K2P 1L4']],
  ])('%j names, of %s, %j', (cell, country, postalCodes) => {
    expect(read(cell)).toMatchObject({ country, postalCodes, dealer: 'A', issues: [], warnings: [] })
  })

  test.each(['PR', 'Guam', 'VIR'])('in %s is a US ZIP code', (country) => {
    expect(read('00901', { country })).toMatchObject({ country: 'US', postalCodes: ['00901'], issues: [] })
  })

  test('with a lost zero is restored, with a note', () => {
    expect(read('2108; 33101')).toMatchObject({
      postalCodes: ['02108', '33101'],
      zerosLost: true,
      warnings: [
        { field: 'postal_code', message: 'Postal code "2108" lost its leading zeros and was read as 02108.' },
      ],
    })
  })

  test('with only three digits may have lost two', () => {
    expect(read('601, 331*, 33101')).toMatchObject({ bare: ['601'], zerosLost: false })
  })

  test.each([
    ['12', undefined, 'Postal code "12" must be a ZIP code of 5 digits, or its first 3.'],
    ['12', 'US', 'Postal code "12" must be a ZIP code of 5 digits, or its first 3.'],
    ['331011', undefined, 'Postal code "331011" must be a ZIP code of 5 digits, or its first 3.'],
    ['3310*', undefined, 'Postal code "3310*" must have 3 characters before the wildcard.'],
    ['33x', undefined, 'Postal code "33x" must have 3 characters before the wildcard.'],
    [
      '02108-3456',
      undefined,
      'Postal code "02108-3456" is a ZIP+4 code, but territories have ZIP codes. Write 02108.',
    ],
    [
      '2108-2110',
      undefined,
      'Postal code "2108-2110" must have 5 digits at both ends of the range, or 3 at both.',
    ],
    [
      '331-33199',
      undefined,
      'Postal code "331-33199" must have 5 digits at both ends of the range, or 3 at both.',
    ],
    ['33199-33101', undefined, 'Postal code "33199-33101" must run from the lower code to the higher one.'],
    [
      'D1A 0B1',
      undefined,
      'Postal code "D1A 0B1" must be a Canadian postal code such as K1A 0B1, or its first half (K1A).',
    ],
    ['33101', 'Canada', expect.stringMatching(/^Postal code "33101" must be a Canadian postal code/)],
    ['K1A', 'USA', expect.stringMatching(/^Postal code "K1A" must be a ZIP code/)],
    ['', undefined, 'Postal code is missing.'],
    [' ; ', undefined, 'Postal code is missing.'],
    ['10115', 'DE', 'Country must be US or CA, not "DE": no other country has territories.'],
    ['33101', 'Atlantis', 'Country must be US or CA, not "Atlantis": no other country has territories.'],
  ])('%j of %s is invalid', (cell, country, message) => {
    const field = `${message}`.includes('Country must') ? 'country' : 'postal_code'
    expect(read(cell, { country })).toMatchObject({ postalCodes: [], issues: [{ field, message }] })
  })

  test('keeps its valid parts beside an invalid one', () => {
    expect(read('33101, 12')).toMatchObject({ postalCodes: ['33101'], issues: [{ field: 'postal_code' }] })
  })
})

test('the country is the row’s, else the file’s, else judged by the code', () => {
  expect(read('33101', { country: 'U.S.A.' }, 'CA')).toMatchObject({ country: 'US', issues: [] })
  expect(read('K1A', {}, 'Canada')).toMatchObject({ country: 'CA', issues: [] })
  expect(read('33101', {}, 'CA').issues).toHaveLength(1)
})

test('the dealer must be named', () => {
  expect(read('33101', { dealer: '' }).issues).toEqual([
    { field: 'dealer_code', message: 'Dealer is missing.' },
  ])
})

test('a range can be as wide as the country', () => {
  expect(read('00000-99999').postalCodes).toHaveLength(100_000)
})
