import { makePerson } from './names.ts'
import { PLACES } from './places.ts'
import { createRandom, type Random } from './random.ts'
import { API_TOKEN, BRANDS, LOGIN } from './world.ts'

const WARRANTIES = 60
const LEADS = 54
const REGISTRATIONS = 18
const MODELS = ['Bay 23', 'Coaster 28', 'Drift 19', 'Estuary 31', 'Fjord 26']
const CATEGORIES = ['boat_build', 'request_quote', 'contact_dealer', 'trade_in', 'test_ride', 'brochure']
const MAKERS = ['HCX', 'NWY', 'BHB']

/** A registered warranty with an earlier owner, for the commands to show. */
export const SHOWN_HIN = hinOf(0, 1)

/**
 * Registers warranties, transfers some to new owners and submits leads, like an integrator; registers boats like their
 * owners, and decides on some like staff.
 */
export async function fill(url: string): Promise<void> {
  const random = createRandom(4_711)
  const login = await post(`${url}/api/v1/auth/login`, LOGIN)
  const authorization = `Bearer ${login.data?.access_token}`
  for (let i = 0; i < WARRANTIES; i++) {
    const brand = i % BRANDS.length
    const hin = hinOf(brand, i + 1)
    const hasEarlierOwner = i % 5 === 0
    const registration_date = daysAgo(random.integer(hasEarlierOwner ? 180 : 3, 350))
    await post(
      `${url}/api/v1/warranty`,
      {
        brand_id: BRANDS[brand]!.id,
        hin,
        model: random.pick(MODELS),
        model_year: '2025',
        registration_date,
        warranty_duration_months: random.pick([12, 24, 60]),
        coverage_type: random.pick(['full', 'limited', 'structural', 'hull-only']),
        warranty_notes: random.chance(0.3) ? 'Delivered with trailer' : undefined,
        contact: makeOwner(random),
      },
      { authorization },
    )
    if (!hasEarlierOwner) continue
    await post(
      `${url}/api/v1/warranty/${hin}/transfer`,
      {
        registration_date: daysAgo(random.integer(3, 120)),
        transfer_notes: 'Sold privately',
        contact: makeOwner(random),
      },
      { authorization },
    )
  }
  for (let i = 0; i < LEADS; i++)
    await post(`${url}/lead-submission`, makeLead(random, i), { 'x-api-token': API_TOKEN })
  for (let i = 0; i < REGISTRATIONS; i++) {
    const { registration_id: id } = await post(`${url}/warranty-registration`, makeRegistration(random, i), {
      'x-api-token': API_TOKEN,
    })
    const decision = DECISIONS[i % DECISIONS.length]
    if (!decision) continue
    const [verb, body] = decision
    await post(`${url}/admin/v1/registrations/${id}/${verb}`, body, { authorization })
  }
}

/** Staff have accepted two of six registrations, and rejected one. */
const DECISIONS = [
  undefined,
  ['accept', { warranty_duration_months: 24 }],
  undefined,
  ['reject', { reason: 'The HIN is not the one on the bill of sale. Please check it and register again.' }],
  ['accept', {}],
  undefined,
] as const

/** Returns a date so recent that the shortest warranties haven't ended. */
function daysAgo(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
}

/** Returns a HIN (33 CFR 181.25): maker, serial number, month and year of certification, model year. */
function hinOf(brand: number, number: number): string {
  return `${MAKERS[brand]}${String(10_000 + number)}H425`
}

function makeOwner(random: Random) {
  const { city, state, postalCode } = random.pick(PLACES.US)
  return { ...makePerson(random), city, state, zipcode: postalCode, country_code: 'US' }
}

function makeLead(random: Random, i: number) {
  const { country, city, postalCode } = random.pick(
    PLACES[random.pick(['US', 'US', 'CA', 'DE', 'AU'] as const)],
  )
  const { first_name, last_name, email, phone } = makePerson(random)
  return {
    brand: BRANDS[i % BRANDS.length]!.slug,
    contact_category: CATEGORIES[i % CATEGORIES.length],
    send_to_dealer: i % 2 === 0,
    contact: {
      contact_first_name: first_name,
      contact_last_name: last_name,
      contact_email: email,
      contact_phone: phone,
      contact_city: city,
      contact_zip_code: postalCode,
      contact_country_code: country,
    },
    product: { product_name: random.pick(MODELS), product_year: '2026' },
    custom_fields: { campaign: 'spring-boat-show' },
  }
}

/** Every sixth boat has a warranty already. */
function makeRegistration(random: Random, i: number) {
  const brand = i % BRANDS.length
  const { country_code: _, ...contact } = makeOwner(random)
  return {
    brand: BRANDS[brand]!.slug,
    hin: hinOf(brand, i % 6 === 5 ? i + 1 : 20_000 + i),
    model: random.pick(MODELS),
    model_year: '2025',
    purchase_date: daysAgo(random.integer(1, 60)),
    dealer_code: random.chance(0.7) ? `D-00${random.integer(1, 9)}` : undefined,
    contact,
    consent: true,
    email_optin: random.chance(0.5),
  }
}

interface Answer {
  data?: { access_token?: string }
  registration_id?: number
}

async function post(url: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${new URL(url).pathname} answered ${answer.status}: ${text}`)
  return JSON.parse(text) as Answer
}
