import { Agent, request } from 'undici'

/** What a request carries besides its method and path. */
export interface Sent {
  headers?: Record<string, string>
  /** Sent as JSON. */
  body?: unknown
  /** Sent as it is, in place of `body`; its Content-Type is whatever `headers` says. */
  raw?: string | Uint8Array
}

/** An answer, read to its end; `body` is its JSON, undefined when it is none. */
export type Answer = Awaited<ReturnType<Client['send']>>

/** Sends requests to one base URL and follows no redirects. */
export class Client {
  readonly #base: string
  readonly #agent = new Agent({ headersTimeout: 60_000, bodyTimeout: 60_000, keepAliveTimeout: 1_000 })

  constructor(base: string) {
    this.#base = base
  }

  async send(method: string, path: string, { headers = {}, body, raw }: Sent = {}) {
    const json = body === undefined ? undefined : JSON.stringify(body)
    const response = await request(this.#base + path, {
      dispatcher: this.#agent,
      method: method as 'GET',
      headers: { ...(json !== undefined && { 'content-type': 'application/json' }), ...headers },
      body: raw ?? json,
    })
    const bytes = Buffer.from(await response.body.arrayBuffer())
    const text = bytes.toString()
    return { status: response.statusCode, headers: flatten(response.headers), bytes, text, body: parse(text) }
  }

  /** Ends all connections: those of a killed server would fail the first request to the next. */
  async close(): Promise<void> {
    await this.#agent.destroy()
  }
}

function flatten(headers: Record<string, string | string[] | undefined>): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, value?.toString()]))
}

/** Typed as JSON.parse is: what a test asserts on it is check enough. */
function parse(text: string) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
