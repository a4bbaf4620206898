import type { Point } from '../../postal-codes/index.ts'
import type { BrandRow, DealerRow, TerritoryRow } from '../snapshot/rows.ts'
import type { PlacedQuery } from './query.ts'

/** The database's contents for one brand. */
export interface World {
  dealers: DealerRow[]
  territories: TerritoryRow[]
  brand: BrandRow
}

export interface OracleRow {
  dealer: DealerRow
  miles: number
  matchType: 'territory' | 'distance' | 'group_sibling' | 'fallback'
}

/**
 * The locator's rules written a second time, slowly and plainly, a sentence at a time: no index, no buffers, nothing
 * shared with the code that is tested. Null where a US or CA code's place is needed and unknown.
 */
export function rowsByTheBook(
  { dealers, territories, brand }: World,
  query: PlacedQuery,
): OracleRow[] | null {
  const { origin, country } = query
  const bounded = country === 'US' || country === 'CA'
  const measure = (dealer: DealerRow, matchType: OracleRow['matchType']): OracleRow => ({
    dealer,
    miles: origin ? milesBetween(origin, dealer) : 0,
    matchType,
  })
  const present = dealers.filter((dealer) => isShown(dealer) && isIn(country, dealer))

  if (!bounded) {
    if (present.length === 0) {
      const contact = brand.fallback_dealer
      return contact && isShown(contact) ? [measure(contact, 'fallback')] : []
    }
    return present.map((dealer) => measure(dealer, 'distance')).sort(origin ? byDistance : byName)
  }

  const inMap = territories.filter((territory) => territory.country === country)
  const assigned =
    inMap.find((territory) => territory.postal_code === query.postalCode) ??
    inMap.find((territory) => territory.postal_code === query.postalCode.slice(0, 3))
  const owner = present.find((dealer) => dealer.id === assigned?.dealer_id)
  if (!owner && !origin) return null

  const first = owner ? [measure(owner, 'territory')] : []
  const others = present.filter((dealer) => dealer !== owner).map((dealer) => measure(dealer, 'distance'))
  const near = origin ? others.filter((row) => row.miles <= query.maxDistanceMiles).sort(byDistance) : []
  const listed = [...first, ...near].slice(0, query.limit)
  const siblings = present
    .filter((dealer) => !listed.some((row) => row.dealer === dealer))
    .filter(
      (dealer) => dealer.group_id !== null && listed.some((row) => row.dealer.group_id === dealer.group_id),
    )
    .map((dealer) => measure(dealer, 'group_sibling'))
  return [...listed, ...siblings.sort(byDistance)]
}

/** The response body for `rowsByTheBook`, from plain objects by way of `JSON.stringify`. */
export function bodyByTheBook(world: World, query: PlacedQuery): string | null {
  const rows = rowsByTheBook(world, query)
  if (!rows) return null
  const body = { success: true, version: '0.2.0', dealers: rows.map(toDealer) }
  const unplaced = !query.origin && !['US', 'CA'].includes(query.country)
  const byNameAlone = unplaced && rows.some(({ matchType }) => matchType === 'distance')
  return JSON.stringify(byNameAlone ? { ...body, origin_located: false } : body)
}

function isShown(dealer: DealerRow): boolean {
  return dealer.active && dealer.latitude !== null && dealer.longitude !== null
}

function isIn(country: string, { country_code }: DealerRow): boolean {
  const american = country_code !== null && ['US', 'PR', 'VI', 'GU', 'AS', 'MP'].includes(country_code)
  return country === 'US' ? american : country_code === country
}

function byName(a: OracleRow, b: OracleRow): number {
  return a.dealer.name.localeCompare(b.dealer.name, 'en') || a.dealer.id - b.dealer.id
}

function byDistance(a: OracleRow, b: OracleRow): number {
  return a.miles - b.miles || a.dealer.id - b.dealer.id
}

/** The Haversine formula as textbooks print it. */
function milesBetween(from: Point, dealer: DealerRow): number {
  const radians = (degrees: number) => degrees * (Math.PI / 180)
  const deltaPhi = radians(dealer.latitude! - from.latitude)
  const deltaLambda = radians(dealer.longitude! - from.longitude)
  const a =
    Math.sin(deltaPhi / 2) * Math.sin(deltaPhi / 2) +
    Math.cos(radians(from.latitude)) *
      Math.cos(radians(dealer.latitude!)) *
      Math.sin(deltaLambda / 2) *
      Math.sin(deltaLambda / 2)
  return 2 * 3958.7613 * Math.asin(Math.min(1, Math.sqrt(a)))
}

function toDealer({ dealer, miles, matchType }: OracleRow) {
  return {
    id: dealer.id,
    dealer_code: dealer.dealer_code ?? '',
    group_id: dealer.group_id,
    unit_id: dealer.unit_id,
    group_name: dealer.name,
    name: dealer.name,
    legal_name: dealer.legal_name ?? '',
    address: dealer.address ?? '',
    address2: dealer.address2 ?? '',
    city: dealer.city ?? '',
    state: dealer.state ?? '',
    postal_code: dealer.postal_code ?? '',
    country: dealer.country ?? '',
    phone: dealer.phone ?? '',
    email: dealer.email ?? '',
    website: dealer.website ?? '',
    latitude: dealer.latitude,
    longitude: dealer.longitude,
    logo_url: dealer.logo_url ?? '',
    primary_contact: dealer.primary_contact ?? '',
    distance_miles: Math.round(miles * 100) / 100,
    match_type: matchType,
    territory_match: matchType === 'territory',
  }
}
