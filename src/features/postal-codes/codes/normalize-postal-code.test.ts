import { describe, expect, test } from 'vitest'
import { isMilitaryZip, normalizePostalCode } from './normalize-postal-code.ts'

describe('a US code', () => {
  test.each(['75067', '00501', '99950'])('%j is taken as it is', (raw) => {
    expect(normalizePostalCode('US', raw)).toEqual({ code: raw })
  })

  test.each([
    '',
    '1234',
    '123456',
    ' 12345',
    '12345 ',
    '12345\n',
    '12345-6789',
    '1234a',
    '१२३४५',
    '\uff11\uff12\uff13\uff14\uff15',
    '١٢٣٤٥',
    '-1234',
    '1e100',
  ])('%j is refused', (raw) => {
    expect(normalizePostalCode('US', raw)).toHaveProperty('error')
  })
})

describe('a Canadian code', () => {
  test.each([
    ['K1A 0B1', 'K1A 0B1'],
    ['k1a0b1', 'K1A 0B1'],
    ['k1A0b1', 'K1A 0B1'],
    ['v6z 1w1', 'V6Z 1W1'],
    ['X0A0H0', 'X0A 0H0'],
  ])('%j is looked up as %j', (raw, code) => {
    expect(normalizePostalCode('CA', raw)).toEqual({ code })
  })

  test.each([
    'K1A  0B1',
    'K1A-0B1',
    ' K1A0B1',
    'K1A',
    'K1A 0B',
    '1KA 0B1',
    'K1A 0B1 ',
    'K1A\t0B1',
    '\u212a1A 0B1',
    'K1A\u00a00B1',
    'é1A 0B1',
    '12345',
  ])('%j is refused', (raw) => {
    expect(normalizePostalCode('CA', raw)).toHaveProperty('error')
  })

  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  test('the letters that Canada Post never uses are refused in every position', () => {
    const refused = (make: (letter: string) => string) =>
      letters.filter((letter) => 'error' in normalizePostalCode('CA', make(letter))).join('')
    expect(refused((letter) => `${letter}1A 0B1`)).toBe('DFIOQUWZ')
    expect(refused((letter) => `K1${letter} 0B1`)).toBe('DFIOQU')
    expect(refused((letter) => `K1A 0${letter}1`)).toBe('DFIOQU')
    expect(refused((letter) => `${letter.toLowerCase()}1a0b1`)).toBe('DFIOQUWZ')
  })
})

describe('a code of another country', () => {
  test.each([
    ['DE', '10117', '10117'],
    ['GB', 'sw1a 1aa', 'SW1A 1AA'],
    ['NL', ' 1012  JS ', '1012 JS'],
    ['JP', '100-0001', '100-0001'],
    ['SE', '111 29', '111 29'],
    ['JP', '\uff11\uff10\uff10-0001', '100-0001'],
    ['DE', '\t10117', undefined],
  ])('%s %j is looked up as %j', (country, raw, code) => {
    const result = normalizePostalCode(country, raw)
    if (code === undefined) expect(result).toHaveProperty('error')
    else expect(result).toEqual({ code })
  })

  test.each(['', '   ', 'x'.repeat(21), '101\u000017', '10117\n', '\ud800', 'a'.repeat(1_000_000)])(
    'one that cannot be a code is refused (%#)',
    (raw) => {
      expect(normalizePostalCode('DE', raw)).toHaveProperty('error')
    },
  )
})

test('the military post has 09x, 340 and 962 to 966', () => {
  const prefixes = Array.from({ length: 1000 }, (_, i) => String(i).padStart(3, '0'))
  expect(prefixes.filter((prefix) => isMilitaryZip(`${prefix}01`))).toEqual(
    '090 091 092 093 094 095 096 097 098 099 340 962 963 964 965 966'.split(' '),
  )
})
