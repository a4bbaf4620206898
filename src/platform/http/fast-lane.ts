import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import type { Metrics } from '../../observability/http-metrics.ts'
import type { AppError } from '../errors.ts'
import { NOSNIFF, requestIdOf } from './headers.ts'
import { hostError, URL_LIMIT } from './http-guards.ts'
import { parseQuery } from './query.ts'
import { headerLines, type RawResponse, RawResponses } from './raw-response.ts'
import { Scratch } from './scratch.ts'

/** A GET request with nothing unusual about it. */
interface QuickRequest {
  raw: IncomingMessage
  /** The parameter that the path ends in, as it was sent. */
  last: string
  params: Readonly<Record<string, string | undefined>>
  /** For the body of an answer that is given at once: nobody else's may be put there meanwhile. */
  scratch: Scratch
}

/**
 * Answers a request as the route itself would. Undefined, or whatever is thrown, leaves the request to the route: faults
 * are the route's to answer.
 */
export type QuickRoute = (request: QuickRequest) => RawResponse | undefined | Promise<RawResponse | undefined>

export interface FastLane {
  /** The path may end in a parameter: `/things/:id`. */
  add(path: string, route: QuickRoute): void
}

interface FastLaneOptions {
  /** Why nobody can be answered now; undefined while they can. */
  closedBecause(): AppError | undefined
  metrics: Pick<Metrics, 'requests'>
  log: Logger
}

interface Served {
  /** Up to the parameter that it may end in. */
  path: string
  endsInParameter: boolean
  route: QuickRoute
  count: ReturnType<Metrics['requests']>
}

/** What the URL of a request says to the route that serves it. */
interface Asked {
  served: Served
  last: string
  search: string
}

interface Waiting extends Asked {
  request: IncomingMessage
  response: ServerResponse
  since: number
}

const NOSNIFF_LINE = headerLines(NOSNIFF)

/**
 * Answers plain GET requests of hot routes before the framework sees them: its hooks, its validation and its reply
 * cost more than all that the answer itself takes. Every such request could take the route as well.
 *
 * Requests of one turn of the event loop are answered at its end, all together, as `answerTogether` does; those that
 * wait for something, when they have it.
 */
export function openFastLane(server: Server, { closedBecause, metrics, log }: FastLaneOptions): FastLane {
  const routes: Served[] = []
  const scratch = new Scratch()
  const answers = new RawResponses(server, scratch)
  const [takeRoute] = server.listeners('request') as [RequestListener]
  let waiting: Waiting[] = []

  server.removeAllListeners('request')
  server.on('request', (request, response) => {
    // A server that is closing ends connections, which is the framework's to do.
    const open = isPlain(request) && server.listening && !closedBecause()
    const asked = open ? read(request.url!, routes) : undefined
    if (!asked) {
      takeRoute(request, response)
      return
    }
    const { served, last, search } = asked
    const count = waiting.push({ served, last, search, request, response, since: performance.now() })
    if (count === 1) setImmediate(answerAll)
  })

  function answerAll() {
    const now = waiting
    waiting = []
    for (const one of now) {
      const answer = find(one)
      if (answer instanceof Promise) void sendLater(one, answer)
      else settle(one, answer)
    }
  }

  function find({ served, last, search, request }: Waiting) {
    const { params, problem } = parseQuery(search)
    try {
      return problem ? undefined : served.route({ raw: request, last, params, scratch })
    } catch {
      return undefined
    }
  }

  async function sendLater(one: Waiting, later: Promise<RawResponse | undefined>) {
    const answer = await later.catch(() => undefined)
    settle(one, server.listening ? answer : undefined)
  }

  function settle(one: Waiting, answer: RawResponse | undefined) {
    try {
      if (answer) send(one, answer)
      else takeRoute(one.request, one.response)
    } catch (err) {
      // Nobody is up the stack to answer for it, and the others must go out.
      log.error({ err, requestId: requestIdOf(one.request) }, 'an answer could not be sent')
      one.response.destroy()
    }
  }

  function send({ served, request, response, since }: Waiting, { headers, body }: RawResponse) {
    const all = `x-request-id: ${requestIdOf(request)}\r\n${NOSNIFF_LINE}${headers}`
    answers.send(response, { headers: all, body })
    served.count(200, performance.now() - since)
  }

  return {
    add(path, route) {
      const [whole = '', parameter] = /^(.*?)(:\w+)?$/.exec(path)!.slice(1)
      routes.push({
        path: whole,
        endsInParameter: parameter !== undefined,
        route,
        count: metrics.requests('GET', path),
      })
    },
  }
}

function read(url: string, routes: readonly Served[]): Asked | undefined {
  for (const served of routes) {
    if (!url.startsWith(served.path)) continue
    const mark = url.indexOf('?', served.path.length)
    const end = mark < 0 ? url.length : mark
    const last = url.slice(served.path.length, end)
    const fits = served.endsInParameter ? last !== '' && !last.includes('/') : last === ''
    if (fits) return { served, last, search: url.slice(end + 1) }
  }
  return undefined
}

function isPlain(request: IncomingMessage): boolean {
  const { method, url, headers } = request
  return (
    method === 'GET' &&
    url!.length <= URL_LIMIT &&
    headers['content-length'] === undefined &&
    headers['transfer-encoding'] === undefined &&
    headers.expect === undefined &&
    !hostError(request)
  )
}
