import codes from 'i18n-iso-countries/codes.json' with { type: 'json' }
import english from 'i18n-iso-countries/langs/en.json' with { type: 'json' }
// Imports one function: the complete package takes five times as long to load.
import emailSyntax from 'validator/lib/isEmail.js'
import { fold } from './like-pattern.ts'

/**
 * Returns whether a text is an e-mail address in practical syntax, of at most 254 characters (RFC 5321 §4.5.3.1.3): a
 * local part of at most 64 bytes without quotes, `@`, a domain with a top level. Both may contain letters beyond ASCII
 * (RFC 6531), but no blanks and invisible characters.
 */
export function isEmail(text: string): boolean {
  if (text.length > 254 || /[\p{C}\p{Z}"]/u.test(text)) return false
  return emailSyntax.default(text)
}

/** Returns the form in which equal addresses are identical: NFC and lower case. */
export function emailKey(email: string): string {
  return fold(email)
}

/**
 * Returns whether a text is a UUID in its usual form of 36 characters, of any version, in either case (RFC 9562 §4).
 */
export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text)
}

/** Returns whether a text is an officially assigned ISO 3166-1 alpha-2 code, in either case. */
export function isCountryCode(text: string): boolean {
  return /^[A-Za-z]{2}$/.test(text) && ALPHA_2.has(text.toUpperCase())
}

/**
 * Returns the ISO 3166-1 alpha-2 code of a country: its two- or three-letter code or a common English name, in any
 * case, accents and punctuation (`U.S.A.`, `Cote d'Ivoire`, `UK`). Null for anything else.
 */
export function countryFromText(text: string): string | null {
  if (isCountryCode(text)) return text.toUpperCase()
  countryByName ??= nameCountries()
  return countryByName.get(simplify(text)) ?? null
}

/** AA, QM to QZ, XA to XZ and ZZ are reserved for users (ISO 3166-1 §8.1.3), but the package lists XK as a country. */
const OFFICIAL = codes.filter(([alpha2 = '']) => !/^(?:AA|Q[M-Z]|X[A-Z]|ZZ)$/.test(alpha2))

const ALPHA_2 = new Set(OFFICIAL.map(([alpha2 = '']) => alpha2))

/** Common names that neither the package nor Unicode's list has. */
const ALIASES: Record<string, string> = {
  america: 'US',
  'united states (us)': 'US',
  'united states (usa)': 'US',
  'united states of america (usa)': 'US',
  'estados unidos': 'US',
  'états-unis': 'US',
  england: 'GB',
  scotland: 'GB',
  wales: 'GB',
  'northern ireland': 'GB',
  'republic of ireland': 'IE',
  holland: 'NL',
  'slovak republic': 'SK',
  macedonia: 'MK',
  'cabo verde': 'CV',
  'east timor': 'TL',
  swaziland: 'SZ',
  burma: 'MM',
  macau: 'MO',
  'st maarten': 'SX',
  bvi: 'VG',
  usvi: 'VI',
}

let countryByName: Map<string, string> | undefined

/** If two countries share a name, the first one keeps it; codes come before names. */
function nameCountries(): Map<string, string> {
  const unicode = new Intl.DisplayNames('en', { type: 'region' })
  const packaged: Record<string, string | string[]> = english.countries
  const byName = new Map<string, string>()
  const add = (name: string, alpha2: string) => {
    const key = simplify(name)
    if (!byName.has(key)) byName.set(key, alpha2)
  }
  for (const [alpha2 = '', alpha3 = ''] of OFFICIAL) {
    add(alpha2, alpha2)
    add(alpha3, alpha2)
  }
  for (const [alpha2 = ''] of OFFICIAL) {
    for (const name of [packaged[alpha2] ?? [], unicode.of(alpha2) ?? []].flat()) add(name, alpha2)
  }
  for (const [name, alpha2] of Object.entries(ALIASES)) add(name, alpha2)
  return byName
}

/** Returns letters and digits only: without accents, `&` and `St.` in full, no leading `the`. */
function simplify(name: string): string {
  return name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('&', ' and ')
    .replace(/^\s*the\s/, '')
    .replace(/\bst\b/g, 'saint')
    .replace(/[^\p{L}\p{N}]/gu, '')
}
