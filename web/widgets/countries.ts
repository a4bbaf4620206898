/** Countries that a page offers: those of its attribute `countries`, the first one chosen. */
export function countriesOf(text: string, language: string): [string, string][] {
  const codes = text.toUpperCase().match(/\b[A-Z]{2}\b/g) ?? ['US', 'CA']
  const names = new Intl.DisplayNames([language], { type: 'region' })
  return codes.map((code) => [code, names.of(code) ?? code])
}

/** Whether people there measure roads in miles. */
export function usesMiles(country: string): boolean {
  return ['US', 'GB', 'LR', 'MM'].includes(country)
}
