import { describe, expect, it } from 'vitest'
import { processorTime } from '../../../../test/support/processor-time.ts'
import { decodeHin, type HinDetails, hinWarnings } from './decode-hin.ts'
import { canonicalHin, explainInvalidHin, isHin } from './hin.ts'

describe('isHin', () => {
  it.each(['ABC12345D678', 'abc12345d678', '000000000000', 'ABC12345DE78', 'IOQIOQIOQIOQ'])(
    'accepts %j',
    (text) => expect(isHin(text)).toBe(true),
  )

  it.each([
    ['empty', ''],
    ['11 characters', 'ABC12345D67'],
    ['13 characters', 'ABC12345D6789'],
    ['trailing newline', 'ABC12345D678\n'],
    ['newline as the twelfth', 'ABC12345D67\n'],
    ['leading blank', ' ABC12345D678'],
    ['Kelvin sign', 'ABC12345\u212a678'],
    ['long s', 'ABC12345\u017f678'],
    ['full-width digits', 'ABC１２３４５D678'],
    ['Arabic-Indic digits', 'ABC\u0661\u0662\u0663\u0664\u0665D678'],
    ['combining accent', 'ABC12345E\u030178'],
    ['hyphen', 'ABC-12345D67'],
    ['underscore', 'ABC_12345D67'],
    ['country prefix', 'US-ABC12345D678'],
    ['two good lines', 'ABC12345D678\nABC12345D678'],
  ])('refuses %s', (_name, text) => expect(isHin(text)).toBe(false))
})

it('canonicalHin folds to upper case and leaves the rest', () => {
  expect(canonicalHin('abc12345d678')).toBe('ABC12345D678')
  expect(canonicalHin('ABC12345D678')).toBe('ABC12345D678')
})

describe('explainInvalidHin', () => {
  it.each([
    ['', /is empty/],
    ['ABC12345D67', /has 11 characters/],
    ['A', /has 1 character\./],
    ['ABC12345D6789', /has 13 characters/],
    ['USABC12345D678', /country code "US" and send "ABC12345D678"/],
    ['US-ABC12345D678', /country code "US", blanks, hyphens and slashes, and send "ABC12345D678"/],
    ['US ABC12345D678', /country code "US", blanks, hyphens and slashes, and send "ABC12345D678"/],
    ['US-ABC-12345-D678', /country code "US", blanks, hyphens and slashes, and send "ABC12345D678"/],
    ['ca qab 12345 d678', /country code "ca", blanks, hyphens and slashes, and send "qab12345d678"/],
    ['ABC-12345-D678', /hyphens and slashes and send "ABC12345D678"/],
    [' ABC12345D678\n', /blanks, .* and send "ABC12345D678"/],
    ['ABC 12345D67', /character 4 of this one is a blank/],
    ['ABC12345D67?', /character 12 of this one is "\?"/],
    ['ABC12345\u212a678', /character 9 of this one is U\+212A/],
    ['ABC12345D67\n', /character 12 of this one is U\+000A/],
    ['\u{1f6a4}BC12345D678', /character 1 of this one is U\+1F6A4/],
    ['\u{1f6a4}'.repeat(3), /has 3 characters/],
    ['\ud800BC12345D678', /character 1 of this one is U\+D800/],
  ])('%j', (value, message) => {
    const text = explainInvalidHin(value)
    expect(text).toMatch(message)
    expect(text).toMatch(/exactly 12 letters and digits/)
    expect(text).toMatch(/\.$/)
  })

  it('stays short and quick for a megabyte', () => {
    let text = ''
    const explain = () => {
      text = explainInvalidHin('A- '.repeat(350_000))
    }
    expect(processorTime(explain)).toBeLessThan(500)
    expect(text).toMatch(/has 1050000 characters/)
    expect(text.length).toBeLessThan(200)
  })
})

describe('decodeHin', () => {
  const certified = { certification_month: null, certification_year: null }
  const nothing = {
    format: null,
    manufacturer_code: null,
    serial_number: null,
    model_year: null,
    ...certified,
  }

  it.each<[string, HinDetails['format'], number, number, string | null]>([
    // Published worked examples of the current format.
    ['ABC12345D485', 'current', 4, 1984, '1985'],
    ['ABC12345L495', 'current', 12, 1994, '1995'],
    ['ABC12345A788', 'current', 1, 1987, '1988'],
    ['ABC12345A900', 'current', 1, 1999, '2000'],
    ['BOA13579B607', 'current', 2, 2006, '2007'],
    ['FLZ12345E121', 'current', 5, 2021, '2021'],
    ['CCM12345K687', 'current', 11, 1986, '1987'],
    // September is the letter I, though serial numbers may not have one.
    ['ABC12345I425', 'current', 9, 2024, '2025'],
    // A late finish, and the edges of the decade.
    ['ABC12345C625', 'current', 3, 2026, '2025'],
    ['ABC12345C725', 'current', 3, 2027, '2025'],
    ['ABC12345C825', 'current', 3, 2018, '2025'],
    ['ABC12345L910', 'current', 12, 2009, '2010'],
    // The earliest and latest years that two digits can say.
    ['ABC12345A484', 'current', 1, 1984, '1984'],
    ['ABC12345K384', 'current', 11, 1983, '1984'],
    ['ABC12345A999', 'current', 1, 1999, '1999'],
    ['ABC12345A171', 'current', 1, 2071, '2071'],
    // Straight-year.
    ['ABC123451272', 'straight_year', 12, 1972, null],
    ['ABC123451275', 'straight_year', 12, 1975, null],
    ['ABC123450378', 'straight_year', 3, 1978, null],
    ['ABC123450784', 'straight_year', 7, 1984, null],
    // Model-year: A is August of the year before, E December, F January, L July.
    ['ERY32604M85A', 'model_year', 8, 1984, '1985'],
    ['CCMP8281M81G', 'model_year', 2, 1981, '1981'],
    ['BOA13579M84E', 'model_year', 12, 1983, '1984'],
    ['ABC12345M84F', 'model_year', 1, 1984, '1984'],
    ['ABC12345M73E', 'model_year', 12, 1972, '1973'],
    ['ABC12345M78A', 'model_year', 8, 1977, '1978'],
    ['ABC12345M82H', 'model_year', 3, 1982, '1982'],
    ['ABC12345M82I', 'model_year', 4, 1982, '1982'],
    ['ABC12345M82L', 'model_year', 7, 1982, '1982'],
  ])('%s', (hin, format, month, year, modelYear) => {
    expect(decodeHin(hin)).toEqual({
      format,
      manufacturer_code: hin.slice(0, 3),
      serial_number: hin.slice(3, 8),
      certification_month: month,
      certification_year: year,
      model_year: modelYear,
    })
  })

  it.each([
    ['a letter for the year of certification', 'ABC12345DE78'],
    ['a letter in the model year', 'ABC12345D4E5'],
    ['a month past L', 'ABC12345N425'],
    ['a digit for the month of today', 'ABC123451425'],
    ['month 00', 'ABC123450078'],
    ['month 13', 'ABC123451378'],
    ['straight-year past its end', 'ABC123451285'],
    ['straight-year of the 2000s', 'ABC123451205'],
    ['current format before its beginning', 'ABC12345D683'],
    ['current format of 1972', 'ABC12345D672'],
    ['model-year past its end', 'ABC12345M86A'],
    ['model-year of the 2000s', 'ABC12345M05A'],
    ['model-year with a month past L', 'ABC12345M82M'],
    ['model-year without its month', 'ABC12345M821'],
    ['a builder’s own number', 'HULLNUMBER42'],
  ])('reads nothing from %s', (_name, hin) => expect(decodeHin(hin)).toEqual(nothing))

  it('reads lower case as upper case', () => {
    expect(decodeHin('ery32604m85a')).toEqual(decodeHin('ERY32604M85A'))
  })

  it('hands out objects of their own', () => {
    decodeHin('HULLNUMBER42').manufacturer_code = 'XXX'
    expect(decodeHin('HULLNUMBER42')).toEqual(nothing)
  })
})

describe('hinWarnings', () => {
  const warningsFor = (hin: string, record: { model_year: string; registration_date?: string }) =>
    hinWarnings(decodeHin(hin), { registration_date: '2025-03-01', ...record })

  it.each([
    ['ABC12345D485', { model_year: '1985', registration_date: '1984-06-01' }],
    ['ABC12345D485', { model_year: '1985' }],
    ['ABC12345D485', { model_year: '1985', registration_date: '1984-04-01' }],
    ['ABC123450378', { model_year: '1978', registration_date: '1979-01-01' }],
    ['ABC123451278', { model_year: '1979', registration_date: '1979-01-01' }],
    ['ERY32604M85A', { model_year: '1985', registration_date: '1984-08-01' }],
    ['HULLNUMBER42', { model_year: '1968', registration_date: '2025-01-01' }],
    ['HULLNUMBER42', { model_year: '1985' }],
    ['HULLNUMBER42', { model_year: 'prototype' }],
    ['ABC12345D485', { model_year: 'MY85' }],
  ])('%s agrees with %j', (hin, record) => expect(warningsFor(hin, record)).toEqual([]))

  it.each<[string, { model_year: string; registration_date?: string }, RegExp[]]>([
    ['ABC12345D485', { model_year: '2025' }, [/gives model year 1985, but the record says 2025/]],
    [
      'ABC12345D425',
      { model_year: '2025', registration_date: '2024-03-31' },
      [/dates the boat to 2024-04, after its registration on 2024-03-31/],
    ],
    [
      'ABC12345D425',
      { model_year: '2024', registration_date: '2023-03-31' },
      [/gives model year 2025/, /dates the boat to 2024-04/],
    ],
    ['ABC123450378', { model_year: '2025' }, [/dates the boat to 1978, but the record says model year 2025/]],
    ['ABC123450378', { model_year: '1980' }, [/dates the boat to 1978/]],
    ['ABC12345DE78', { model_year: '2025' }, [/check for a misread character/]],
    ['ABC12345DE78', { model_year: '1986' }, [/model year 1986/]],
  ])('%s contradicts %j', (hin, record, messages) => {
    const warnings = warningsFor(hin, record)
    expect(warnings).toHaveLength(messages.length)
    messages.forEach((message, i) => {
      expect(warnings[i]).toMatch(message)
    })
  })
})
