/**
 * A second way through the program, for plain GET requests of the locator that get 200 from memory. It gains a third of
 * the locator's rate (docs/decisions/0008-locator-in-memory.md): it spares Fastify's hooks and promises, and sends the
 * answers of one turn of the event loop together. It gives up that rules for requests are in one place: hooks of Fastify
 * don't see these requests. So it leaves everything unusual to Fastify and is off while traces or the access log are on,
 * and `src/server/fast-path.db.test.ts` compares both ways byte for byte.
 */
import type { IncomingMessage, OutgoingHttpHeaders, RequestListener, ServerResponse } from 'node:http'
import { JSON_TYPE, NOSNIFF, requestIdOf } from '../../../platform/http/headers.ts'
import { hostError, URL_LIMIT } from '../../../platform/http/http-guards.ts'
import { parseQuery } from '../../../platform/http/query.ts'
import type { FastPath } from '../../../platform/http/server.ts'
import type { Guards } from '../../access/index.ts'
import type { ByteText } from '../byte-text.ts'
import type { LocatorContext } from '../context.ts'
import { peekDealers } from '../operations/locate-dealers.ts'
import { CACHE_CONTROL, PATH, principalOf, SCOPE } from './locate-dealers.ts'

const START = `${PATH}?`

export interface FastPathOptions {
  /** Whether the server is neither starting, overloaded nor closing. */
  isOpen(): boolean
  /** Returns a function that counts requests in the metrics, with their milliseconds. */
  observeRoute(method: string, route: string, status: number): (ms: number) => void
}

interface Waiting {
  request: IncomingMessage
  response: ServerResponse
  next: RequestListener
  startMs: number
}

interface Answer {
  headers: OutgoingHttpHeaders
  body: ByteText
}

/** Returns the fast path. It sends 200 as the route would, and leaves everything else to the route. */
export function createFastPath(ctx: LocatorContext, guards: Guards, options: FastPathOptions): FastPath {
  const observe = options.observeRoute('GET', PATH, 200)
  let waiting: Waiting[] = []

  return (request, response, next) => {
    if (!isPlain(request)) return next(request, response)
    const count = waiting.push({ request, response, next, startMs: performance.now() })
    if (count === 1) setImmediate(answerAll)
  }

  /** Sends the answers of one turn together: a client on this machine is then woken once instead of for each. */
  function answerAll() {
    const now = waiting
    waiting = []
    const answers = options.isOpen() ? now.map(({ request }) => find(request)) : []
    for (const [i, { request, response, next, startMs }] of now.entries()) {
      const answer = answers[i]
      if (!answer) next(request, response)
      else {
        response.writeHead(200, answer.headers)
        response.end(answer.body, 'latin1', () => observe(performance.now() - startMs))
      }
    }
  }

  /** Returns the answer if it is 200 and nothing has to be waited for. */
  function find(request: IncomingMessage): Answer | undefined {
    const { params, problem } = parseQuery(request.url!.slice(START.length))
    if (problem) return undefined
    try {
      const known = guards.peekToken(request, SCOPE)
      const located = known && peekDealers({ ...ctx, principal: principalOf(known.token) }, params)
      if (!located) return undefined
      const headers = {
        'x-request-id': requestIdOf(request),
        [NOSNIFF[0]]: NOSNIFF[1],
        ...known.count(),
        etag: `"${located.version}"`,
        'cache-control': CACHE_CONTROL,
        'content-type': JSON_TYPE,
        'content-length': located.body.length,
      }
      return { headers, body: located.body }
    } catch {
      // The route throws it again, and sends it in its interface's format.
      return undefined
    }
  }
}

function isPlain(request: IncomingMessage): boolean {
  const { method, url, headers } = request
  return (
    method === 'GET' &&
    url!.startsWith(START) &&
    url!.length <= URL_LIMIT &&
    headers['content-length'] === undefined &&
    headers['transfer-encoding'] === undefined &&
    headers['if-none-match'] === undefined &&
    !hostError(request)
  )
}
