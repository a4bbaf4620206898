import { GROUP_NAMES, makeCompany, makePerson, makePhone, makeStreet } from './names.ts'
import { PASSWORD, PEOPLE } from './people.ts'
import { PLACES, type Place } from './places.ts'
import { createRandom, type Random } from './random.ts'

/** The login of the demo's dealer system. */
export const LOGIN = { email: 'demo@example.com', password: PASSWORD }
export const API_TOKEN = 'demo-token-for-everybody-to-see'
/** The key on the pages of the made-up website. */
export const PAGE_KEY = 'pk_demo-key-for-everybody-to-see'

export const BRANDS = [
  { id: 1, slug: 'harbor-craft', name: 'Harbor Craft' },
  { id: 2, slug: 'northwind-yachts', name: 'Northwind Yachts' },
  { id: 3, slug: 'blue-heron', name: 'Blue Heron Boats' },
]

const DEALERS = { US: 132, CA: 34, DE: 20, AU: 14 }
const COUNTRY_NAMES = { US: 'USA', CA: 'Canada', DE: 'Germany', AU: 'AUS' }
const GROUPS = GROUP_NAMES.length
const UNITS_PER_GROUP = 4
const MILES_PER_DEGREE = 69

type Dealer = ReturnType<typeof makeDealer>

/** Returns the set-up file that `transom apply` gets. `crm` is the base URL of the pretend CRM. */
export function makeWorld(crm: string) {
  const random = createRandom(20_260)
  const places = (Object.keys(DEALERS) as Place['country'][]).flatMap((country) =>
    Array.from({ length: DEALERS[country] }, (_, i) => PLACES[country][i % PLACES[country].length]!),
  )
  const dealers = places.map((place, i) => makeDealer(random, place, i + 1))
  const secret = 'whsec_dGhlIGRlbW8ncyBvd24gc2VjcmV0'
  const targets = (name: string) => ({
    lead_webhook: { url: `${crm}/${name}/leads`, secret },
    warranty_crm: { type: 'webhook', url: `${crm}/${name}/warranties`, secret },
  })
  const [harborCraft, northwind, blueHeron] = BRANDS
  return {
    brands: [
      { ...harborCraft, ...targets('reliable'), fallback_dealer: 'D-001' },
      { ...northwind, ...targets('moody') },
      blueHeron,
    ],
    dealer_groups: GROUP_NAMES.map((name, i) => ({ id: i + 1, name: `${name} Group` })),
    dealers,
    territories: makeTerritories(dealers),
    api_users: [
      { ...LOGIN, brands: BRANDS.map(({ slug }) => slug), permissions: ['warranty:*'] },
      ...PEOPLE.map(({ may: _may, ...person }) => ({ ...person, password: PASSWORD })),
    ],
    event_endpoints: [
      {
        url: `${crm}/reliable/events`,
        description: 'Newsletter',
        brands: ['harbor-craft'],
        event_types: ['warranty.registered', 'registration.received', 'lead.received'],
        secret,
      },
      {
        url: `${crm}/moody/events`,
        description: 'Sales dashboard',
        brands: ['harbor-craft', 'northwind-yachts'],
        event_types: ['lead.received', 'lead.assigned', 'lead.forwarded', 'lead.failed'],
        secret,
      },
    ],
    api_tokens: [
      {
        name: 'demo',
        token: API_TOKEN,
        brands: BRANDS.map(({ slug }) => slug),
        scopes: ['dealer-locator', 'lead-submission', 'warranty-registration'],
      },
      {
        name: 'website',
        kind: 'publishable',
        token: PAGE_KEY,
        brands: ['harbor-craft'],
        scopes: ['dealer-locator', 'lead-submission', 'warranty-registration'],
        origins: ['http://localhost:*'],
      },
    ],
  }
}

/** Returns postal codes in GeoNames format for the countries that Transom has no data for. */
export function makePostalFile(country: 'DE' | 'AU'): string {
  const lines = PLACES[country].map(({ postalCode, city, state, latitude, longitude }) =>
    [country, postalCode, city, state, state, '', '', '', '', latitude, longitude, ''].join('\t'),
  )
  return `${lines.join('\n')}\n`
}

function makeDealer(random: Random, place: Place, number: number) {
  const { country } = place
  // The first dealers in the United States belong to groups.
  const group = Math.ceil(number / UNITS_PER_GROUP)
  const grouped = group <= GROUPS
  const company = grouped ? GROUP_NAMES[group - 1]! : makeCompany(random, country)
  const { first_name, last_name } = makePerson(random)
  const domain = `${toLetters(company)}.example`
  const mainBrand = 1 + ((grouped ? group : number) % BRANDS.length)
  return {
    id: number,
    dealer_code: `D-${String(number).padStart(3, '0')}`,
    group_id: grouped ? group : null,
    unit_id: grouped ? ((number - 1) % UNITS_PER_GROUP) + 1 : null,
    name: `${company} ${place.city}`,
    legal_name: country === 'DE' ? `${company} GmbH` : '',
    address: makeStreet(random, country),
    city: place.city,
    state: place.state,
    postal_code: place.postalCode,
    country: COUNTRY_NAMES[country],
    phone: makePhone(random, country),
    email: `${toLetters(place.city)}@${domain}`,
    website: `https://www.${domain}`,
    ...makePoint(random, place),
    primary_contact: `${first_name} ${last_name}`,
    active: number % 25 !== 0,
    brands: BRANDS.filter(({ id }) => id === mainBrand || random.chance(0.25)).map(({ slug }) => slug),
  }
}

function toLetters(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[^A-Za-z]/g, '')
    .toLowerCase()
}

/** Returns a point within ten miles of the town's middle, or none: then the postal code gives the position. */
function makePoint(random: Random, { latitude, longitude }: Place) {
  if (random.chance(0.05)) return {}
  const jitter = () => ((random.fraction() - 0.5) * 14) / MILES_PER_DEGREE
  return {
    latitude: Number((latitude + jitter()).toFixed(4)),
    longitude: Number((longitude + jitter()).toFixed(4)),
  }
}

/** Assigns the town's postal code to each brand's first dealer there, and a prefix to every fifth. */
function makeTerritories(dealers: readonly Dealer[]) {
  const taken = new Set<string>()
  return dealers.flatMap(({ country, postal_code, dealer_code, brands }, i) =>
    brands.flatMap((brand) => {
      if (country !== 'USA' && country !== 'Canada') return []
      const codes = i % 5 === 0 ? [postal_code, postal_code.slice(0, 3)] : [postal_code]
      return codes
        .filter((code) => !taken.has(`${brand} ${code}`) && taken.add(`${brand} ${code}`))
        .map((code) => ({ brand, country, postal_code: code, dealer_code }))
    }),
  )
}
