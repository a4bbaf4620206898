import { randomBytes } from 'node:crypto'
import type { Answer, Sent } from './client.ts'
import type { TestServer } from './server.ts'

/** The parts of an integrator's set-up that matter to the test; the rest is made up. */
export interface IntegratorOptions {
  /** Fields of the brand in the set-up file, such as `lead_webhook` and `warranty_crm`. */
  brand?: object
  permissions?: string[]
  scopes?: string[]
  /** Further lists of the set-up file, such as `dealers` and `territories`, given the brand's slug. */
  more?: (slug: string) => object
}

/** Creates a brand, a user and a token for one test, and logs the user in. */
export async function makeIntegrator(
  server: TestServer,
  options: IntegratorOptions = {},
): Promise<Integrator> {
  const slug = `brand-${unique()}`
  const email = `user-${unique()}@example.com`
  const password = `password-${unique()}`
  const { permissions = ['warranty:*'], scopes = ['dealer-locator', 'lead-submission'] } = options
  const applied = await server.apply({
    brands: [{ slug, name: `Brand ${slug}`, ...options.brand }],
    api_users: [{ email, password, brands: [slug], permissions }],
    api_tokens: [{ name: slug, brands: [slug], scopes }],
    ...options.more?.(slug),
  })
  const brand = { id: applied.brands[0]!.id, slug }
  const integrator = new Integrator(server, brand, { email, password }, applied.api_tokens[0]!.token!)
  await integrator.logIn()
  return integrator
}

/** One integrator's view of the three interfaces. */
export class Integrator {
  readonly brand: { id: number; slug: string }
  readonly credentials: { email: string; password: string }
  readonly apiToken: string
  accessToken = ''
  refreshToken = ''
  readonly #server: TestServer

  constructor(
    server: TestServer,
    brand: Integrator['brand'],
    credentials: Integrator['credentials'],
    apiToken: string,
  ) {
    this.#server = server
    this.brand = brand
    this.credentials = credentials
    this.apiToken = apiToken
  }

  /** Gets a new pair of tokens and uses it from now on. */
  async logIn(): Promise<Answer> {
    const answer = await this.#server.send('POST', '/api/v1/auth/login', { body: this.credentials })
    this.accessToken = answer.body?.data?.access_token ?? ''
    this.refreshToken = answer.body?.data?.refresh_token ?? ''
    return answer
  }

  /** Calls the warranty interface: `path` comes after `/api/v1`. */
  call(method: string, path: string, { headers, ...sent }: Sent = {}): Promise<Answer> {
    const bearer = { authorization: `Bearer ${this.accessToken}` }
    return this.#server.send(method, `/api/v1${path}`, { ...sent, headers: { ...bearer, ...headers } })
  }

  /** Registers a warranty of the integrator's brand; `fields` replace those of a valid body. */
  register(fields: object = {}, headers?: Record<string, string>): Promise<Answer> {
    return this.call('POST', '/warranty', { headers, body: warrantyBody(this.brand.id, fields) })
  }

  /** Asks the dealer locator for the integrator's brand. */
  locate(query: Record<string, string>): Promise<Answer> {
    const search = new URLSearchParams({ brand: this.brand.slug, ...query })
    return this.#server.send('GET', `/dealer-locator?${search}`, {
      headers: { 'x-api-token': this.apiToken },
    })
  }

  /** Submits a lead for the integrator's brand; `fields` replace those of a valid body. */
  submitLead(fields: object = {}, headers?: Record<string, string>): Promise<Answer> {
    const body = {
      brand: this.brand.slug,
      contact_category: 'request_quote',
      contact: { contact_email: `lead-${unique()}@example.com` },
      ...fields,
    }
    return this.#server.send('POST', '/lead-submission', {
      headers: { 'x-api-token': this.apiToken, ...headers },
      body,
    })
  }

  /** Registers an owner's boat with the integrator's brand; `fields` replace those of a valid body. */
  submitRegistration(fields: object = {}, headers?: Record<string, string>): Promise<Answer> {
    return this.#server.send('POST', '/warranty-registration', {
      headers: { 'x-api-token': this.apiToken, ...headers },
      body: { ...registrationBody(this.brand.slug), ...fields },
    })
  }
}

/** The scopes of a token that may register boats, too. */
export const WITH_REGISTRATION = ['dealer-locator', 'lead-submission', 'warranty-registration']

/**
 * Returns a new HIN of a boat of December 2024 and model year 2025: a random date would sometimes contradict the
 * record and cause a warning.
 */
export function newHin(): string {
  return `${unique().slice(0, 8).toUpperCase()}L425`
}

/** A record's values for the fields that `warrantyBody` leaves out. */
export const NOT_GIVEN = {
  model_code: null,
  is_used: false,
  warranty_duration_months: null,
  warranty_end_date: null,
  coverage_type: null,
  warranty_status: 'active',
  warranty_notes: null,
  order_number: null,
  external_order_number: null,
  warranty_external_id: null,
}

/** Returns a valid create body with a new HIN. */
export function warrantyBody(brandId: number, fields: object = {}) {
  return {
    brand_id: brandId,
    hin: newHin(),
    model: 'Tidewater 24',
    model_year: '2025',
    registration_date: '2025-03-01',
    contact: { first_name: 'Ada', last_name: 'Rivers', email: 'ada@example.com', zipcode: '75067' },
    ...fields,
  }
}

/** Returns a valid registration with a new HIN. */
function registrationBody(brand: string) {
  return {
    brand,
    hin: newHin(),
    model: 'Tidewater 24',
    model_year: '2025',
    purchase_date: '2025-03-01',
    contact: { first_name: 'Ada', last_name: 'Rivers', email: 'ada@example.com', zipcode: '75067' },
    consent: true,
  }
}

function unique(): string {
  return randomBytes(6).toString('hex')
}
