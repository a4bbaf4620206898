// The codes that GeoNames' standard files have instead of complete ones: https://download.geonames.org/export/zip/readme.txt
const COARSER: Record<string, (key: string) => string> = {
  CA: (key) => key.slice(0, 3),
  GB: (key) => key.slice(0, -3),
  GG: (key) => key.slice(0, -3),
  IM: (key) => key.slice(0, -3),
  JE: (key) => key.slice(0, -3),
  IE: (key) => key.slice(0, 3),
  // Not coarser: as tables have it that were imported when the letter was still kept.
  LU: (key) => `L${key}`,
  MT: (key) => key.slice(0, 3),
  NL: (key) => key.slice(0, 4),
}

// The letters on cars, also used before postal codes in addresses abroad. Only for countries whose codes are digits.
const ROAD_LETTERS: Record<string, string> = {
  AT: 'A',
  BE: 'B',
  DE: 'D',
  EE: 'EST',
  ES: 'E',
  FI: 'FIN',
  FR: 'F',
  HU: 'H',
  IT: 'I',
  LI: 'FL',
  LU: 'L',
  NO: 'N',
  PT: 'P',
  SE: 'S',
  SI: 'SLO',
}

/**
 * The form by which imported codes are found, however a person or a file spaces them: without blanks, hyphens,
 * dots and the country's own letters (`LV-1010` and `1010` are one code, as are `D-10115` and `10115`).
 */
export function postalKey(country: string, code: string): string {
  const bare = code.toUpperCase().replace(/[\s.-]/g, '')
  const [letters = ''] = /^[A-Z]+(?=[0-9])/.exec(bare) ?? []
  return letters === country || letters === ROAD_LETTERS[country] ? bare.slice(letters.length) : bare
}

/** The keys under which a code may have been imported, the most precise first: `SW1A1AA`, then `SW1A`. */
export function lookupKeys(country: string, code: string): string[] {
  const key = postalKey(country, code)
  const coarse = COARSER[country]?.(key) ?? ''
  return coarse === '' || coarse === key ? [key] : [key, coarse]
}
