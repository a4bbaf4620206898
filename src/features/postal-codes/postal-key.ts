// What GeoNames' standard files hold in place of whole codes: https://download.geonames.org/export/zip/readme.txt
const COARSER: Record<string, (key: string) => string> = {
  CA: (key) => key.slice(0, 3),
  GB: (key) => key.slice(0, -3),
  GG: (key) => key.slice(0, -3),
  IM: (key) => key.slice(0, -3),
  JE: (key) => key.slice(0, -3),
  IE: (key) => key.slice(0, 3),
  MT: (key) => key.slice(0, 3),
  NL: (key) => key.slice(0, 4),
}

/**
 * The form by which imported codes are found, however a person or a file spaces them: without blanks, hyphens,
 * dots and the country's own letters (`LV-1010` and `1010` are one code).
 */
export function postalKey(country: string, code: string): string {
  const bare = code.toUpperCase().replace(/[\s.-]/g, '')
  const prefixed = bare.startsWith(country) && /^[0-9]/.test(bare.slice(country.length))
  return prefixed ? bare.slice(country.length) : bare
}

/** The keys under which a code may have been imported, the most precise first: `SW1A1AA`, then `SW1A`. */
export function lookupKeys(country: string, code: string): string[] {
  const key = postalKey(country, code)
  const coarse = COARSER[country]?.(key) ?? ''
  return coarse === '' || coarse === key ? [key] : [key, coarse]
}
