import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { withBody } from './with-body.ts'

/** A received request. */
export interface CrmRequest {
  method: string
  path: string
  headers: IncomingHttpHeaders
  raw: Buffer
  /** The answer to it. */
  status: number
  /** Milliseconds since the epoch. */
  at: number
}

/** How the CRM handles a request. By default it answers 200 immediately. */
export interface CrmAnswer {
  status?: number
  headers?: Record<string, string>
  /** An object is sent as JSON. */
  body?: string | Uint8Array | object
  delayMs?: number
  /** It waits for this promise before it answers. */
  until?: Promise<unknown>
  /** `hang` reads the request and never answers; `reset` breaks the connection. */
  fault?: 'hang' | 'reset'
}

/** A pretend CRM on loopback. It keeps every request and answers as told. `await using` stops it. */
export class Crm {
  readonly requests: CrmRequest[] = []
  readonly #server: Server
  readonly #queues = new Map<string, CrmAnswer[]>()
  readonly #always = new Map<string, CrmAnswer>()

  constructor(server: Server) {
    this.#server = server
    const listener = withBody((request, response, raw) => {
      const { method = '', url: path = '', headers } = request
      const answer = this.#queues.get(path)?.shift() ?? this.#always.get(path) ?? {}
      const { status = 200 } = answer
      this.requests.push({ method, path, headers, raw, status, at: Date.now() })
      return give(answer, response)
    })
    server.on('request', listener)
  }

  /** Returns the URL of a path: `crm.url('/leads')`. */
  url(path: string): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}${path}`
  }

  /** Sets the answers to the next requests to `path`, in order. */
  next(path: string, ...answers: CrmAnswer[]): void {
    this.#queues.set(path, [...(this.#queues.get(path) ?? []), ...answers])
  }

  /** Sets the answer to every request to `path` that `next` doesn't cover. */
  always(path: string, answer: CrmAnswer): void {
    this.#always.set(path, answer)
  }

  /** Returns the requests to `path`. */
  at(path: string): CrmRequest[] {
    return this.requests.filter((request) => request.path === path)
  }

  /** Waits for `count` requests to `path` and returns them all. */
  async received(path: string, count = 1, budgetMs = 60_000): Promise<CrmRequest[]> {
    const deadline = Date.now() + budgetMs
    while (this.at(path).length < count) {
      if (Date.now() > deadline)
        throw new Error(`${this.at(path).length} of ${count} requests came to ${path}`)
      await sleep(5)
    }
    return this.at(path)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }
}

/** Starts a CRM on a free port, or on a given one, to return after an outage. */
export async function startCrm(port = 0): Promise<Crm> {
  const server = createServer()
  const crm = new Crm(server)
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return crm
}

async function give(answer: CrmAnswer, response: ServerResponse): Promise<void> {
  const { status = 200, headers = {}, body = { ok: true }, delayMs = 0, until, fault } = answer
  await until
  if (delayMs > 0) await sleep(delayMs)
  if (fault === 'hang') return
  if (fault === 'reset') {
    response.socket?.resetAndDestroy()
    return
  }
  const isJson = typeof body === 'object' && !(body instanceof Uint8Array)
  response.writeHead(status, { ...(isJson && { 'content-type': 'application/json' }), ...headers })
  response.end(isJson ? JSON.stringify(body) : body)
}
