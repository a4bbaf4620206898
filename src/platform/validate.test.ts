import { describe, expect, it } from 'vitest'
import fc from '../../test/support/fast-check.ts'
import { processorTime } from '../../test/support/processor-time.ts'
import { countryFromText, emailKey, isCountryCode, isEmail, isUuid } from './validate.ts'

describe('isEmail', () => {
  it.each([
    'ann@example.com',
    'Ann.Lee+boats@mail.example.co.uk',
    "o'brien@example.ie",
    '1@example.com',
    'müller@example.de',
    'mu\u0308ller@example.de',
    'ann@bücher.example',
    '用户@例え.jp',
    'ann@xn--bcher-kva.example',
    `${'a'.repeat(64)}@example.com`,
    `a@${'b'.repeat(62)}.${'c'.repeat(62)}.${'d'.repeat(62)}.${'e'.repeat(59)}.com`.slice(0, 254),
  ])('accepts %s', (text) => expect(isEmail(text)).toBe(true))

  it.each([
    ['nothing', ''],
    ['no @', 'ann.example.com'],
    ['no local part', '@example.com'],
    ['no domain', 'ann@'],
    ['no top level', 'ann@localhost'],
    ['an address literal', 'ann@[127.0.0.1]'],
    ['an IP address', 'ann@127.0.0.1'],
    ['two @', 'ann@lee@example.com'],
    ['two dots', 'ann..lee@example.com'],
    ['a leading dot', '.ann@example.com'],
    ['a trailing dot', 'ann@example.com.'],
    ['a blank', 'ann lee@example.com'],
    ['a trailing blank', 'ann@example.com '],
    ['a display name', 'Ann <ann@example.com>'],
    ['a list', 'ann@example.com,bob@example.com'],
    ['quotes', '"ann lee"@example.com'],
    ['a newline at the end', 'ann@example.com\n'],
    ['a header', 'ann@example.com\r\nBcc: x@example.com'],
    ['a carriage return within', 'an\rn@example.com'],
    ['NUL', 'a\0nn@example.com'],
    ['a tab', 'ann\t@example.com'],
    ['a line separator', 'ann\u2028@example.com'],
    ['a no-break space', 'ann\u00a0@example.com'],
    ['a zero-width space', 'ann\u200b@example.com'],
    ['a right-to-left override', 'ann\u202e@example.com'],
    ['a lone surrogate', 'ann\ud800@example.com'],
    ['a local part of 65 characters', `${'a'.repeat(65)}@example.com`],
    [
      '255 characters',
      `a@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.${'e'.repeat(60)}.${'f'.repeat(9)}`,
    ],
    ['underscores in the domain', 'ann@exam_ple.com'],
  ])('refuses %s', (_name, text) => expect(isEmail(text)).toBe(false))

  it.each([
    ['a', 'a'.repeat(100_000)],
    ['@', '@'.repeat(100_000)],
    ['dots', `a@${'a.'.repeat(50_000)}`],
    ['quotes', `"${'\\'.repeat(100_000)}"@example.com`],
    ['angles', '<'.repeat(100_000)],
  ])('refuses 100 kB of %s quickly', (_name, text) => {
    expect(processorTime(() => expect(isEmail(text)).toBe(false))).toBeLessThan(50)
  })
})

describe('emailKey', () => {
  it('is the same for addresses that differ in case or composition', () => {
    expect(emailKey('MU\u0308LLER@Example.COM')).toBe('m\u00fcller@example.com')
    expect(emailKey('m\u00fcller@example.com')).toBe('m\u00fcller@example.com')
  })

  it('stays composed if a composed capital has no composed small letter', () => {
    expect(emailKey('\u0389\u0345@example.gr')).toBe('\u1fc4@example.gr')
  })

  it('differs for different addresses', () => {
    expect(emailKey('ann+a@example.com')).not.toBe(emailKey('ann@example.com'))
    expect(emailKey('a.nn@example.com')).not.toBe(emailKey('ann@example.com'))
  })

  it('is its own key, and the key of any composition of the address', () => {
    const codeUnit = fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit))
    const mark = fc.constantFrom('\u0301', '\u0307', '\u0308', '\u0345')
    fc.assert(
      fc.property(fc.string({ unit: fc.oneof(codeUnit, mark) }), (text) => {
        const key = emailKey(text)
        expect(emailKey(key)).toBe(key)
        expect(emailKey(text.normalize('NFD'))).toBe(key)
      }),
    )
  })
})

describe('isCountryCode', () => {
  it.each(['US', 'us', 'uS', 'CA', 'DE', 'AU', 'GB', 'SS', 'AX', 'BQ', 'NA'])('accepts %s', (text) =>
    expect(isCountryCode(text)).toBe(true),
  )

  it.each([
    ['reserved', 'UK'],
    ['reserved', 'EU'],
    ['withdrawn', 'AN'],
    ['withdrawn', 'YU'],
    ['user-assigned', 'ZZ'],
    ['user-assigned', 'AA'],
    ['user-assigned', 'QM'],
    ['user-assigned', 'XK'],
    ['user-assigned', 'xk'],
    ['three letters', 'USA'],
    ['one letter', 'U'],
    ['empty', ''],
    ['blank', ' US'],
    ['newline', 'US\n'],
    ['a numeric code', '840'],
    ['a name', 'Germany'],
    ['full-width', 'ＵＳ'],
    ['sharp s, whose upper case is SS', 'ß'],
    ['a ligature whose upper case is FI', 'ﬁ'],
    ['a name of Object', '__proto__'],
  ])('refuses %s %j', (_name, text) => expect(isCountryCode(text)).toBe(false))

  it('knows all 249 codes', () => {
    const letters = Array.from({ length: 26 }, (_, i) => String.fromCharCode(65 + i))
    const all = letters.flatMap((a) => letters.map((b) => a + b)).filter(isCountryCode)
    expect(all).toHaveLength(249)
    for (const code of all) expect(countryFromText(code)).toBe(code)
  })
})

describe('countryFromText', () => {
  it.each([
    ['US', 'US'],
    ['us', 'US'],
    ['USA', 'US'],
    ['usa', 'US'],
    ['U.S.', 'US'],
    ['U.S.A.', 'US'],
    ['United States', 'US'],
    ['The United States', 'US'],
    ['United States (US)', 'US'],
    ['Estados Unidos', 'US'],
    ['Etats-Unis', 'US'],
    ['united states of america', 'US'],
    ['The United States of America', 'US'],
    [' United  States ', 'US'],
    ['CAN', 'CA'],
    ['Canada', 'CA'],
    ['Germany', 'DE'],
    ['DEU', 'DE'],
    ['AUSTRALIA', 'AU'],
    ['UK', 'GB'],
    ['Great Britain', 'GB'],
    ['England', 'GB'],
    ['The Netherlands', 'NL'],
    ['Czechia', 'CZ'],
    ['Turkey', 'TR'],
    ['Türkiye', 'TR'],
    ['Côte d’Ivoire', 'CI'],
    ["Cote d'Ivoire", 'CI'],
    ['Curacao', 'CW'],
    ['St. Lucia', 'LC'],
    ['Saint Lucia', 'LC'],
    ['St Kitts & Nevis', 'KN'],
    ['Saint Vincent & the Grenadines', 'VC'],
    ['St Vincent and the Grenadines', 'VC'],
    ['Trinidad & Tobago', 'TT'],
    ['U.S. Virgin Islands', 'VI'],
    ['British Virgin Islands', 'VG'],
    ['South Korea', 'KR'],
    ['Viet Nam', 'VN'],
    ['Laos', 'LA'],
    ['Syria', 'SY'],
    ['Congo', 'CG'],
    ['Democratic Republic of the Congo', 'CD'],
    ['Sint Maarten', 'SX'],
    ['The Bahamas', 'BS'],
    ['Oman', 'OM'],
    ['Niger', 'NE'],
    ['Nigeria', 'NG'],
  ])('%j is %s', (text, code) => expect(countryFromText(text)).toBe(code))

  it.each([
    '',
    ' ',
    '.',
    'ZZ',
    'XK',
    'ZZZ',
    'XKK',
    'Kosovo',
    'Atlantis',
    'the',
    'United',
    '840',
    '__proto__',
    '日本',
  ])('does not know %j', (text) => expect(countryFromText(text)).toBeNull())
})

describe('isUuid', () => {
  it.each([
    '123e4567-e89b-12d3-a456-426614174000',
    '123E4567-E89B-42D3-A456-426614174000',
    '01890a5d-ac96-774b-bcce-b302099a8057',
    '00000000-0000-0000-0000-000000000000',
  ])('accepts %s', (text) => expect(isUuid(text)).toBe(true))

  it.each([
    '',
    '123e4567e89b12d3a456426614174000',
    '{123e4567-e89b-12d3-a456-426614174000}',
    'urn:uuid:123e4567-e89b-12d3-a456-426614174000',
    '123e4567-e89b-12d3-a456-42661417400',
    '123e4567-e89b-12d3-a456-426614174000\n',
    '123e4567-e89b-12d3-a456-42661417400g',
    '123e4567-e89b12d3-a456-4266-14174000',
    '１23e4567-e89b-12d3-a456-426614174000',
  ])('refuses %j', (text) => expect(isUuid(text)).toBe(false))
})
