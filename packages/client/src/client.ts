import { solveChallenge } from './challenge.ts'
import { TransomError } from './errors.ts'
import { type Call, type CallOptions, type HttpOptions, send, withKey } from './http.ts'
import { List, type Page, readLines } from './lists.ts'
import { Session } from './session.ts'
import type * as T from './types.ts'

interface Settings {
  /** The server's address: `https://transom.example.com`. */
  url: string
  /** Tries after the first one; default 4. */
  retries?: number
  /** Milliseconds that one try may take; default 30 s. */
  timeoutMs?: number
  /** A longer `Retry-After` is an error immediately; default 60 s. */
  maxRetryAfterMs?: number
  /** Instead of the runtime's own. */
  fetch?: typeof fetch
}

/**
 * A user's credentials are for warranties; a token is for the locator, leads and owners' registrations. Without a user,
 * the token is sent to the warranty interface too: an access token that you got elsewhere.
 */
export type ClientOptions = Settings &
  ({ email: string; password: string; token?: string } | { token: string; email?: never; password?: never })

/** Selects between brands that share a HIN. */
export interface OfBrand extends CallOptions {
  brandId?: number
}

/** The outcomes of a bulk request, in order, and how many there are of each. */
export interface BulkResult {
  outcomes: T.BulkOutcome[]
  summary: T.BulkSummary
}

export type Client = ReturnType<typeof createClient>

/** Creates a client of a Transom server. Nothing is sent before the first call. */
export function createClient(options: ClientOptions) {
  const { email, password, token } = options
  const http: HttpOptions = {
    url: options.url.replace(/\/+$/, ''),
    retries: options.retries ?? 4,
    timeoutMs: options.timeoutMs ?? 30_000,
    maxRetryAfterMs: options.maxRetryAfterMs ?? 60_000,
    // Browsers insist on being called without a `this`.
    fetch: options.fetch ?? ((input, init) => fetch(input, init)),
  }
  const session =
    email !== undefined && password !== undefined ? new Session(http, { email, password }) : undefined

  /** Calls the warranty interface. A session that ended meanwhile is renewed once. */
  async function asUser(asked: Call): Promise<Response> {
    const call = withKey(asked)
    if (!session) return send(http, call, () => ({ authorization: `Bearer ${token}` }))
    for (let renewed = false; ; renewed = true) {
      let used = ''
      try {
        return await send(http, call, async () => {
          used = await session.accessToken()
          return { authorization: `Bearer ${used}` }
        })
      } catch (error) {
        if (renewed || !(error instanceof TransomError) || !session.refused(used, error)) throw error
      }
    }
  }

  const apiToken: Record<string, string> = token === undefined ? {} : { 'x-api-token': token }
  const withToken = (call: Call) => send(http, withKey(call), () => apiToken)
  const dataOf = async <D>(response: Promise<Response>) =>
    ((await (await response).json()) as { data: D }).data
  const bodyOf = async <B>(response: Promise<Response>) => (await (await response).json()) as B
  const one = (hin: string, { brandId, ...call }: OfBrand, rest = '') => ({
    ...call,
    path: `/api/v1/warranty/${encodeURIComponent(hin)}${rest}`,
    query: { brand_id: brandId },
  })

  return {
    warranties: {
      /** Creates a warranty. */
      create: (warranty: T.NewWarranty, call: CallOptions = {}) =>
        dataOf<T.CreatedWarranty>(
          asUser({ ...call, method: 'POST', path: '/api/v1/warranty', body: warranty }),
        ),

      /**
       * Creates up to 1,000 warranties. Each has an outcome; with `allOrNothing`, one that fails makes the call throw
       * `BULK_REJECTED`, and nothing is created.
       */
      async createMany(
        registrations: readonly T.NewWarranty[],
        { allOrNothing = false, ...call }: CallOptions & { allOrNothing?: boolean } = {},
      ): Promise<BulkResult> {
        const body = { registrations, all_or_nothing: allOrNothing }
        const { data, meta } = await bodyOf<{ data: T.BulkOutcome[]; meta: { summary: T.BulkSummary } }>(
          asUser({ ...call, method: 'POST', path: '/api/v1/warranties/bulk', body }),
        )
        return { outcomes: data, summary: meta.summary }
      },

      /** Returns a warranty's full record. */
      get: (hin: string, of: OfBrand = {}) => dataOf<T.Warranty>(asUser(one(hin, of))),

      /** Changes a warranty: omitted fields keep their values, null clears one. */
      update: (hin: string, change: T.WarrantyUpdate, of: OfBrand = {}) =>
        dataOf<T.Warranty>(asUser({ ...one(hin, of), method: 'PATCH', body: change })),

      /** Gives a boat to a new owner. */
      transfer: (hin: string, transfer: T.WarrantyTransfer, of: OfBrand = {}) =>
        dataOf<T.Warranty>(asUser({ ...one(hin, of, '/transfer'), method: 'POST', body: transfer })),

      /** Returns all owners, the first one first. */
      history: (hin: string, of: OfBrand = {}) =>
        dataOf<T.OwnershipHistory>(asUser(one(hin, of, '/history'))),

      /** Sends the warranty to the brand's CRM now. Check `crm_sync.status`. */
      retrySync: (hin: string, of: OfBrand = {}) =>
        dataOf<T.SyncedWarranty>(asUser({ ...one(hin, of, '/retry-sync'), method: 'POST' })),

      /** Lists warranties, the newest first. */
      list(filters: T.ListFilters = {}, call: CallOptions = {}): List<T.ListedWarranty> {
        return new List(async (cursor) => {
          const { page, ...rest } = filters
          const query = cursor === undefined ? filters : { ...rest, cursor }
          const { data, meta } = await bodyOf<{
            data: T.ListedWarranty[]
            meta: Pick<Page<unknown>, 'pagination'>
          }>(asUser({ ...call, path: '/api/v1/warranty', query }))
          return { data, pagination: meta.pagination }
        })
      },

      /** Yields all warranties' full records, each brand's oldest first, as they arrive. */
      async *export(filters: T.ExportFilters = {}, call: CallOptions = {}): AsyncGenerator<T.Warranty, void> {
        yield* readLines<T.Warranty>(
          await asUser({ ...call, path: '/api/v1/warranty/export', query: filters }),
        )
      },
    },

    dealers: {
      /** Finds dealers near a postal code. */
      find: (query: T.DealerQuery, call: CallOptions = {}) =>
        bodyOf<T.LocatedDealers>(withToken({ ...call, path: '/dealer-locator', query })),
    },

    leads: {
      /**
       * Submits a lead. Returns its id, and the answer's body: ours, or what the brand's webhook answered. With a
       * publishable key, it solves a challenge first, unless `challenge` is a solution.
       */
      async submit(lead: T.NewLead, options: Submission = {}) {
        const response = await submit('/lead-submission', lead, options)
        const text = await response.text()
        const body = (isJson(response) ? JSON.parse(text) : text) as T.LeadAccepted
        return {
          leadId: Number(response.headers.get('x-lead-id') ?? body.lead_id),
          status: response.status,
          body,
        }
      },
    },

    registrations: {
      /** Sends an owner's own registration to the brand's staff. Challenges are solved as for leads. */
      submit: (registration: T.OwnerRegistration, options: Submission = {}) =>
        bodyOf<T.RegistrationAccepted>(submit('/warranty-registration', registration, options)),

      /** Returns a challenge, for those who solve it while a form is filled in. */
      challenge: getChallenge,
    },

    server: {
      /** Returns whether the server runs. */
      isAlive: (call: CallOptions = {}) => answers({ ...call, path: '/livez' }),
      /** Returns whether the server can answer calls. */
      isReady: (call: CallOptions = {}) => answers({ ...call, path: '/readyz' }),
    },

    /** Logs in now instead of with the first call. */
    async logIn(): Promise<void> {
      await session?.accessToken()
    },

    /** Ends the session. The next call starts another one. */
    async logOut(): Promise<void> {
      await session?.logOut()
    },
  }

  function getChallenge({ signal }: CallOptions = {}): Promise<T.Challenge> {
    return bodyOf<T.Challenge>(withToken({ path: '/challenge', ...(signal && { signal }) }))
  }

  async function submit(path: string, body: object, { challenge, ...call }: Submission): Promise<Response> {
    const isOfPage = token?.startsWith('pk_') === true
    const solution = challenge ?? (isOfPage ? await solveChallenge(await getChallenge(call)) : undefined)
    const headers: Record<string, string> = solution === undefined ? {} : { 'x-transom-challenge': solution }
    return withToken({ ...call, method: 'POST', path, body, headers })
  }

  async function answers(call: Call): Promise<boolean> {
    return send({ ...http, retries: 0 }, call, () => ({})).then(
      () => true,
      () => false,
    )
  }
}

/** Options of a lead or a registration. */
export interface Submission extends CallOptions {
  /** The solution of a challenge, if you have one already: `await solveChallenge(…)`. */
  challenge?: string
}

function isJson({ headers }: Response): boolean {
  return /^application\/json/.test(headers.get('content-type') ?? '')
}
