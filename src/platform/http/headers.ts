import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'

/** The content type of JSON. */
export const JSON_TYPE = 'application/json; charset=utf-8'

/** No answer is to be taken for anything but what its type says. */
export const NOSNIFF = ['x-content-type-options', 'nosniff'] as const

/** Not to be kept by anybody on the way: personal data, tokens, and what holds for this moment only. */
export const NO_STORE = ['cache-control', 'no-store'] as const

/** A browser that shows it runs, loads and frames nothing: bytes that a webhook answered are passed on as they are. */
export const INERT = [
  'content-security-policy',
  "default-src 'none'; frame-ancestors 'none'; sandbox",
] as const

/** Gives these headers to every answer of the routes of `app`, errors included. */
export function addHeaders(app: FastifyInstance, ...headers: (readonly [string, string])[]): void {
  app.addHook('onRequest', (_request, reply, done) => {
    for (const [name, value] of headers) reply.header(name, value)
    done()
  })
}

// A number behind what no other process has: as unique as a random id for each request, for a tenth of the cost.
const PROCESS_ID = randomBytes(9).toString('base64url')
let requests = 0

/** The caller's own request id, if it is short and plain enough to log and send back; else a new one. */
export function requestIdOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const given = headers['x-request-id']
  return typeof given === 'string' && /^[\w.:+/=-]{1,128}$/.test(given) ? given : newRequestId()
}

/** An id for a request that has none. */
function newRequestId(): string {
  return `${PROCESS_ID}-${++requests}`
}
