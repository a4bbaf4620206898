/** Whether the dealer locator looks within a distance there. Elsewhere it lists all dealers of the country. */
export function hasRadius(country: string): boolean {
  return ['US', 'CA', 'PR', 'VI', 'GU', 'AS', 'MP'].includes(country.toUpperCase())
}
