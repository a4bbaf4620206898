import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'

/** The content type of JSON. */
export const JSON_TYPE = 'application/json; charset=utf-8'

/** Browsers must not guess the type of a response. */
export const NOSNIFF = ['x-content-type-options', 'nosniff'] as const

/** For responses with personal data or tokens, or that are valid only for a moment. */
export const NO_STORE = ['cache-control', 'no-store'] as const

/**
 * A browser that shows the response runs, loads and frames nothing, because a webhook's response is forwarded
 * unchanged.
 */
export const INERT = [
  'content-security-policy',
  "default-src 'none'; frame-ancestors 'none'; sandbox",
] as const

/** Adds these headers to every response of the routes of `app`, errors included. */
export function addHeaders(app: FastifyInstance, ...headers: (readonly [string, string])[]): void {
  app.addHook('onRequest', (_request, reply, done) => {
    for (const [name, value] of headers) reply.header(name, value)
    done()
  })
}

// The process's random part and a number: as unique as a random id for each request, at a tenth of the cost.
const PROCESS_ID = randomBytes(9).toString('base64url')
let requests = 0

/** Returns the caller's own request id if it is short and plain enough to log and send back, else a new one. */
export function requestIdOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const id = headers['x-request-id']
  return typeof id === 'string' && /^[\w.:+/=-]{1,128}$/.test(id) ? id : newRequestId()
}

function newRequestId(): string {
  return `${PROCESS_ID}-${++requests}`
}
