import { randomBytes } from 'node:crypto'
import { readZipCentroids } from '../src/features/postal-codes/centroids/centroid-sources.ts'

/** The brands' slugs; their ids count from 1. */
export const BRANDS = ['harbor-craft', 'tidewater', 'blue-heron'] as const
export const PASSWORD = 'correct horse battery staple'
export const API_TOKEN = randomBytes(24).toString('base64url')

const USERS = 16
/** Every n-th dealer starts a group of n units. */
const GROUP_EVERY = 10
const UNITS = 3
/** Least distance of two dealers of one ZIP, in degrees. */
const STREET = 0.01

const [BRAND] = BRANDS

export function userEmail(index: number): string {
  return `user${index % USERS}@example.com`
}

/** The set-up file that every row starts with: users and a token with all permissions. */
export function callers() {
  return {
    brands: BRANDS.map((slug, index) => ({ id: index + 1, slug, name: `Brand ${slug}` })),
    api_users: Array.from({ length: USERS }, (_, index) => ({
      email: userEmail(index),
      password: PASSWORD,
      brands: BRANDS,
      permissions: ['warranty:*', 'leads:read', 'dealers:read', 'deliveries:read', 'brands:read'],
    })),
    api_tokens: [
      { name: 'bench', token: API_TOKEN, brands: BRANDS, scopes: ['dealer-locator', 'lead-submission'] },
    ],
  }
}

/** Returns every known civil ZIP code of the United States. */
export function allZips(): string[] {
  return [...readZipCentroids().keys()]
}

/**
 * Returns a set-up file with one brand's dealers, spread evenly over US ZIP codes, three in ten of
 * them in groups of three, and with territories, one ZIP each, of dealers nearby.
 */
export function dealersAndTerritories(dealers: number, territories: number) {
  const places = [...readZipCentroids()].sort(([a], [b]) => (a < b ? -1 : 1))
  const placeOf = (dealer: number) => Math.floor((dealer * places.length) / dealers) % places.length
  return {
    dealer_groups: Array.from({ length: Math.ceil(dealers / GROUP_EVERY) }, (_, index) => ({
      id: index + 1,
      name: `Marine Group ${index + 1}`,
    })),
    dealers: Array.from({ length: dealers }, (_, index) => {
      const [zip, { latitude, longitude }] = places[placeOf(index)]!
      return dealer(index, zip, latitude + STREET * (index % 7), longitude + STREET * (index % 5))
    }),
    territories: places.slice(0, territories).map(([zip], index) => ({
      brand: BRAND,
      country: 'US',
      postal_code: zip,
      dealer_code: codeOf(Math.floor((index * dealers) / places.length)),
    })),
  }
}

/** Returns the dealers of a set-up file as CSV, with the group by its name, as administrators have it. */
export function dealersCsv(dealers: ReturnType<typeof dealersAndTerritories>['dealers']): string {
  return toCsv(
    dealers.map(({ brands: _, group_id, unit_id, ...dealer }) => ({
      ...dealer,
      group: group_id ? `Marine Group ${group_id}` : '',
      unit: unit_id ?? '',
    })),
  )
}

export function toCsv(rows: readonly object[]): string {
  const table = [Object.keys(rows[0]!), ...rows.map((row) => Object.values(row))]
  return `${table.map((cells) => cells.map((cell) => `"${String(cell)}"`).join(',')).join('\r\n')}\r\n`
}

function dealer(index: number, zip: string, latitude: number, longitude: number) {
  const unit = index % GROUP_EVERY
  return {
    dealer_code: codeOf(index),
    ...(unit < UNITS ? { group_id: 1 + Math.floor(index / GROUP_EVERY), unit_id: unit + 1 } : {}),
    name: `Harbor Point Marine ${index}`,
    legal_name: `Harbor Point Marine ${index} LLC`,
    address: `${100 + index} Lakeshore Drive`,
    address2: index % 4 === 0 ? `Suite ${index % 100}` : '',
    city: 'Springfield',
    state: 'TX',
    postal_code: zip,
    country: 'USA',
    phone: '+1 512 555 0100',
    email: `sales@harborpoint${index}.example.com`,
    website: `https://www.harborpoint${index}.example.com`,
    latitude,
    longitude,
    logo_url: `https://cdn.example.com/dealers/${index}/logo.png`,
    primary_contact: 'Grace Hopkins',
    brands: [BRAND],
  }
}

function codeOf(index: number): string {
  return `HP-${String(index).padStart(6, '0')}`
}
