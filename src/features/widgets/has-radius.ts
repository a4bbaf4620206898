/** Returns whether the dealer locator searches within a distance in a country. Elsewhere it lists all dealers. */
export function hasRadius(country: string): boolean {
  return ['US', 'CA', 'PR', 'VI', 'GU', 'AS', 'MP'].includes(country.toUpperCase())
}
