import { solve } from './challenge.ts'

/** What a page has to know about its key. */
export interface Settings {
  brand: { slug: string; name: string }
  scopes: string[]
  /** Whether a submission needs a solved challenge. */
  challenge: boolean
  /** The brand's own texts about consent, by language. */
  consent_texts: Record<string, string>
}

export interface Dealer {
  id: number
  dealer_code: string
  name: string
  address: string
  address2: string
  city: string
  state: string
  postal_code: string
  country: string
  phone: string
  website: string
  latitude: number
  longitude: number
  distance_miles: number
  match_type: 'territory' | 'distance' | 'group_sibling' | 'fallback'
}

export interface Located {
  dealers: Dealer[]
  /** False where the postal code can't be placed, so that the distances mean nothing. */
  origin_located?: false
}

export interface Place {
  country: string
  postal_code: string
}

/** A refusal of the server, or its absence (status 0). */
export class ApiError extends Error {
  readonly status: number
  readonly issues: { field: string; message: string }[]

  constructor(status: number, message: string, issues: { field: string; message: string }[] = []) {
    super(message)
    this.status = status
    this.issues = issues
  }
}

/** A challenge is valid for five minutes: one that is older than this is not used any more. */
const FRESH_MS = 240_000
const RETRY_MS = 1_500

/** Everything is asked of the server that this script came from. */
const SCRIPT = import.meta.url
const SERVER = new URL('../..', SCRIPT)

const settings = new Map<string, Promise<Settings>>()

export class Api {
  readonly #key: string
  #solution: { payload: Promise<string>; since: number } | undefined

  constructor(key: string) {
    this.#key = key
  }

  /** All widgets of a page ask once. */
  settings(): Promise<Settings> {
    const known = settings.get(this.#key) ?? this.#get<Settings>('widgets/v1/settings')
    settings.set(this.#key, known)
    known.catch(() => settings.delete(this.#key))
    return known
  }

  async locate({ country, postal_code }: Place, maxMiles: number): Promise<Located> {
    const { brand } = await this.settings()
    const query = new URLSearchParams({
      brand: brand.slug,
      country,
      postal_code,
      max_distance_miles: String(maxMiles),
      limit: '25',
    })
    return this.#get(`dealer-locator?${query}`)
  }

  /** Returns the postal code that is nearest to a point. */
  placeAt(latitude: number, longitude: number): Promise<Place> {
    return this.#get(`widgets/v1/postal-code?latitude=${latitude}&longitude=${longitude}`)
  }

  /** Solves a challenge while a form is filled in, so that nobody waits for it at the end. */
  async prepare(): Promise<void> {
    const { challenge } = await this.settings()
    if (!challenge || (this.#solution && Date.now() - this.#solution.since < FRESH_MS)) return
    const payload = this.#get<Parameters<typeof solve>[0]>('challenge').then(solve)
    this.#solution = { payload, since: Date.now() }
    payload.catch(() => (this.#solution = undefined))
  }

  /** Sends a form. `id` stays the same when it is sent again, so that it is stored once. */
  async submit<T>(path: string, body: object, id: string): Promise<T> {
    await this.prepare()
    const payload = await this.#solution?.payload
    // Used once, whatever comes of it.
    this.#solution = undefined
    return this.#send<T>(path, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'Idempotency-Key': id,
        ...(payload && { 'X-Transom-Challenge': payload }),
      },
      body: JSON.stringify(body),
    })
  }

  /** A server that is busy or starting is asked again. */
  async #get<T>(path: string): Promise<T> {
    for (let retries = 2; ; retries--) {
      try {
        return await this.#send<T>(path, {})
      } catch (error) {
        const { status } = error as ApiError
        if (retries === 0 || (status !== 0 && status !== 503)) throw error
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
      }
    }
  }

  async #send<T>(path: string, init: RequestInit): Promise<T> {
    const headers = { ...(init.headers as Record<string, string>), 'X-API-Token': this.#key }
    const response = await fetch(new URL(path, SERVER), { ...init, headers, credentials: 'omit' }).catch(
      (error) => {
        throw new ApiError(0, String(error))
      },
    )
    const text = await response.text()
    // The answer to a lead may be the brand's CRM's.
    const lead = response.headers.get('x-lead-id')
    if (response.ok) return { ...parse(text), ...(lead && { lead_id: Number(lead) }) } as T
    const { message, error, errors } = parse(text) as Record<string, never>
    throw new ApiError(response.status, message ?? error ?? response.statusText, errors ?? [])
  }
}

/** A brand's CRM may answer a lead with anything. */
function parse(text: string): object {
  try {
    return (JSON.parse(text) as object | null) ?? {}
  } catch {
    return {}
  }
}
