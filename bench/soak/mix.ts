import { loginBody } from '../bench.ts'
import { get, post } from '../requests.ts'
import { hinOf } from '../seed-warranties.ts'
import { API_TOKEN, BRANDS, userEmail } from '../world.ts'

/** One request of the mix. */
export interface Step {
  request: string
  /** Statuses that are not errors. */
  expected: readonly number[]
  /** Called with the beginning of an expected answer. */
  then?: (answer: string) => void
}

interface Mix {
  /** Returns the next request, drawn by its share. */
  next(): Step
}

const SERIES = 'SOK'
const WARRANTY = '/api/v1/warranty'
const TOKEN = { 'x-api-token': API_TOKEN }
const KEPT = 4_096

/**
 * Returns requests as integrators and websites send them, in shares of a thousand. It remembers only the seeded warranties
 * and the newest few thousand, so that its own memory does not grow.
 */
export function createMix({ seeded, zips, access }: { seeded: number; zips: string[]; access: string }): Mix {
  const bearer = { authorization: `Bearer ${access}` }
  const created: string[] = []
  let creations = 0
  let persons = 0
  let refreshToken: string | undefined
  const pick = <T>(list: readonly T[]) => list[Math.floor(Math.random() * list.length)]!
  const hin = () =>
    created.length > 0 && Math.random() < 0.3 ? pick(created) : hinOf(1 + Math.floor(Math.random() * seeded))
  const contact = () => {
    const number = ++persons
    return {
      first_name: 'Ada',
      last_name: `Rivers ${number}`,
      email: `owner${number}@example.com`,
      phone: '+1 512 555 0100',
      zipcode: '78701',
    }
  }
  const patch = (path: string, body: string) => post(path, bearer, body).replace('POST', 'PATCH')

  const steps: [share: number, make: () => Step][] = [
    [
      450,
      () => ({
        request: get(`/dealer-locator?brand=${BRANDS[0]}&country=US&postal_code=${pick(zips)}`, TOKEN),
        expected: [200, 404],
      }),
    ],
    [230, () => ({ request: get(`${WARRANTY}/${hin()}`, bearer), expected: [200] })],
    [
      80,
      () => ({
        request: get(`${WARRANTY}?limit=20&page=${1 + Math.floor(Math.random() * 5)}`, bearer),
        expected: [200],
      }),
    ],
    [40, () => ({ request: get(`${WARRANTY}/${hin()}/history`, bearer), expected: [200] })],
    [60, create],
    [
      40,
      () => ({
        request: patch(`${WARRANTY}/${hin()}`, JSON.stringify({ warranty_notes: `Note ${++persons}` })),
        expected: [200],
      }),
    ],
    // A voided warranty cannot be transferred.
    [
      15,
      () => ({
        request: post(
          `${WARRANTY}/${hin()}/transfer`,
          bearer,
          JSON.stringify({ contact: contact(), registration_date: '2026-04-01' }),
        ),
        expected: [200, 409],
      }),
    ],
    [5, () => ({ request: post(`${WARRANTY}/${hin()}/retry-sync`, bearer, ''), expected: [200] })],
    [60, lead],
    [3, logIn],
    [15, refresh],
    [2, () => ({ request: get('/readyz', {}), expected: [200] })],
  ]
  const all = steps.reduce((sum, [share]) => sum + share, 0)

  return {
    next() {
      let drawn = Math.random() * all
      for (const [share, make] of steps) {
        drawn -= share
        if (drawn < 0) return make()
      }
      return create()
    },
  }

  function create(): Step {
    const own = hinOf(++creations, SERIES)
    const body = {
      brand_id: 1 + (creations % BRANDS.length),
      hin: own,
      model: 'Tidewater 24',
      model_year: '2026',
      registration_date: '2026-03-01',
      warranty_duration_months: 60,
      contact: contact(),
    }
    const then = () => {
      created[created.length < KEPT ? created.length : creations % KEPT] = own
    }
    return { request: post(WARRANTY, bearer, JSON.stringify(body)), expected: [201], then }
  }

  function lead(): Step {
    const body = {
      brand: pick(BRANDS),
      contact_category: pick(['request_quote', 'boat_build', 'other']),
      contact: {
        contact_email: `lead${++persons}@example.com`,
        contact_zip_code: '78701',
        contact_country_code: 'US',
      },
      custom_fields: { campaign: 'spring' },
    }
    return { request: post('/lead-submission', TOKEN, JSON.stringify(body)), expected: [200, 202] }
  }

  function logIn(): Step {
    const then = (answer: string) => {
      refreshToken = tokenIn(answer)
    }
    return { request: post('/api/v1/auth/login', {}, loginBody(persons)), expected: [200], then }
  }

  /** Uses each refresh token once, and logs in if there is none. */
  function refresh(): Step {
    const own = refreshToken
    if (!own) return logIn()
    refreshToken = undefined
    const then = (answer: string) => {
      refreshToken = tokenIn(answer)
    }
    return {
      request: post('/api/v1/auth/refresh', {}, JSON.stringify({ refresh_token: own })),
      expected: [200],
      then,
    }
  }
}

/** Returns a set-up file that changes a dealer's phone number. */
export function changedDealer(turn: number) {
  return {
    dealers: [{ dealer_code: 'HP-000001', phone: `+1 512 555 ${1_000 + turn}` }],
    api_users: [{ email: userEmail(1), active: true }],
  }
}

function tokenIn(answer: string): string {
  const token = /"refresh_token":"([^"]+)"/.exec(answer)?.[1]
  if (!token) throw new Error(`There is no refresh token in ${answer}`)
  return token
}
