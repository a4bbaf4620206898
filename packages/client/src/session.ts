import { TransomError } from './errors.ts'
import { type HttpOptions, send } from './http.ts'
import type { Schemas } from './types.ts'

type Pair = Schemas['TokenPair']

interface Tokens extends Pair {
  /** By `Date.now()`. */
  expiresAt: number
}

/** Tokens that expire sooner are refreshed first. */
const MARGIN_MS = 30_000

/** A session of the warranty interface that logs in when it is needed, and refreshes itself. */
export class Session {
  readonly #http: HttpOptions
  readonly #credentials: { email: string; password: string }
  /** Calls that need a session at the same moment share one login or refresh. */
  #tokens: Promise<Tokens> | undefined

  constructor(http: HttpOptions, credentials: { email: string; password: string }) {
    this.#http = http
    this.#credentials = credentials
  }

  /** Returns a valid access token. */
  async accessToken(): Promise<string> {
    const held = this.#tokens
    const tokens = await (held ?? this.#renew(undefined, held))
    if (tokens.expiresAt - MARGIN_MS > Date.now()) return tokens.access_token
    return (await this.#renew(tokens, held)).access_token
  }

  /** Forgets an access token that the server refused. Returns whether another try may help. */
  refused(accessToken: string, { status, code }: TransomError): boolean {
    if (status !== 401 || (code !== 'TOKEN_EXPIRED' && code !== 'INVALID_TOKEN')) return false
    const held = this.#tokens
    this.#tokens = held?.then((tokens) => {
      // Another call may have got a new one meanwhile.
      if (tokens.access_token !== accessToken) return tokens
      return code === 'TOKEN_EXPIRED' ? this.#refresh(tokens) : this.#logIn()
    })
    this.#forgetIfFailed(this.#tokens)
    return true
  }

  /** Ends the session on the server, if there is one. */
  async logOut(): Promise<void> {
    const held = await this.#tokens?.catch(() => undefined)
    this.#tokens = undefined
    if (!held) return
    const call = {
      method: 'POST' as const,
      path: '/api/v1/auth/logout',
      body: { refresh_token: held.refresh_token },
    }
    await send(this.#http, call, () => ({ authorization: `Bearer ${held.access_token}` }))
  }

  /** Logs in, or refreshes these tokens, unless another call does so already. */
  #renew(expiring: Tokens | undefined, seen: Promise<Tokens> | undefined): Promise<Tokens> {
    if (this.#tokens !== seen && this.#tokens) return this.#tokens
    const renewed = expiring ? this.#refresh(expiring) : this.#logIn()
    this.#tokens = renewed
    this.#forgetIfFailed(renewed)
    return renewed
  }

  #forgetIfFailed(tokens: Promise<Tokens> | undefined): void {
    tokens?.catch(() => {
      if (this.#tokens === tokens) this.#tokens = undefined
    })
  }

  async #refresh({ refresh_token }: Tokens): Promise<Tokens> {
    try {
      return await this.#ask('refresh', { refresh_token })
    } catch (error) {
      // The session has ended: a new password, a logout, or 30 days.
      if (error instanceof TransomError && error.status === 401) return this.#logIn()
      throw error
    }
  }

  #logIn(): Promise<Tokens> {
    return this.#ask('login', this.#credentials)
  }

  async #ask(path: 'login' | 'refresh', body: object): Promise<Tokens> {
    const asked = Date.now()
    const call = { method: 'POST' as const, path: `/api/v1/auth/${path}`, body }
    const response = await send(this.#http, call, () => ({}))
    const { data } = (await response.json()) as { data: Pair }
    return { ...data, expiresAt: asked + data.expires_in * 1000 }
  }
}
