import { Agent, request } from 'undici'

/** A request's headers and body. */
export interface Sent {
  headers?: Record<string, string>
  /** Sent as JSON. */
  body?: unknown
  /** Raw bytes instead of `body`, with the Content-Type of `headers`. */
  raw?: string | Uint8Array
}

/** A complete answer. `body` is its JSON, or undefined. */
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

  /** Closes all connections: a killed server's would fail the first request to the next one. */
  async close(): Promise<void> {
    await this.#agent.destroy()
  }
}

function flatten(headers: Record<string, string | string[] | undefined>): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, value?.toString()]))
}

/** Typed like JSON.parse: the test's assertions are the check. */
function parse(text: string) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
