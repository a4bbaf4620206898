import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { AppError } from '../errors.ts'
import { NOSNIFF, requestIdOf } from './headers.ts'
import type { Metrics } from './metrics.ts'
import { faultOfHost, URL_LIMIT } from './protocol.ts'
import { parseQuery } from './query.ts'
import { Scratch } from './scratch.ts'

const TOGETHER = 32

/** A 200 answer. */
interface QuickAnswer {
  /** Names and values in turn; the length is added. */
  headers: readonly string[]
  /** May lie in the scratch memory that the request came with. */
  body: Buffer
}

/** A GET request with nothing unusual about it. */
interface QuickRequest {
  raw: IncomingMessage
  params: Readonly<Record<string, string | undefined>>
  scratch: Scratch
}

/**
 * Answers a request without waiting for anything, as the route itself would. Undefined, or whatever is thrown,
 * leaves the request to the route: faults are the route's to answer.
 */
export type QuickRoute = (request: QuickRequest) => QuickAnswer | undefined

export interface FastLane {
  add(path: string, route: QuickRoute): void
}

interface FastLaneOptions {
  /** Why nobody can be answered now; undefined while they can. */
  closedBecause(): AppError | undefined
  metrics: Pick<Metrics, 'requests'>
}

interface Served {
  path: string
  route: QuickRoute
  count: ReturnType<Metrics['requests']>
}

interface Waiting extends Served {
  request: IncomingMessage
  response: ServerResponse
  since: number
}

/**
 * Answers plain GET requests of hot routes before the framework sees them: its hooks, its validation and its reply
 * cost more than all that the answer itself takes. Every such request could take the route as well.
 *
 * Requests of one turn of the event loop are answered at its end, all together, as `answerTogether` does.
 */
export function openFastLane(server: Server, { closedBecause, metrics }: FastLaneOptions): FastLane {
  const routes = new Map<string, Served>()
  const scratch = new Scratch()
  const [takeRoute] = server.listeners('request') as [RequestListener]
  let waiting: Waiting[] = []

  server.removeAllListeners('request')
  server.on('request', (request, response) => {
    const served = routes.get(pathOf(request))
    // A server that is closing ends connections, which is the framework's to do.
    if (!served || !isPlain(request) || !server.listening || closedBecause()) {
      takeRoute(request, response)
    } else if (waiting.push({ ...served, request, response, since: performance.now() }) === 1) {
      setImmediate(answerAll)
    }
  })

  function answerAll() {
    const now = waiting
    waiting = []
    for (let start = 0; start < now.length; start += TOGETHER)
      answerTogether(now.slice(start, start + TOGETHER))
  }

  // All are found before the first is sent: a client that is woken then finds one answer after the other.
  function answerTogether(requests: readonly Waiting[]) {
    const answers = requests.map(find)
    let allSent = true
    for (const [index, one] of requests.entries()) {
      const answer = answers[index]
      if (!answer) takeRoute(one.request, one.response)
      else if (!send(one, answer)) allSent = false
    }
    if (allSent) scratch.reuse()
    else scratch.leave()
  }

  function find({ path, route, request }: Waiting): QuickAnswer | undefined {
    const { params, problem } = parseQuery(request.url!.slice(path.length + 1))
    try {
      return problem ? undefined : route({ raw: request, params, scratch })
    } catch {
      return undefined
    }
  }

  /** Whether the kernel has all of it. */
  function send({ count, request, response, since }: Waiting, answer: QuickAnswer): boolean {
    response.writeHead(200, [
      'x-request-id',
      requestIdOf(request),
      ...NOSNIFF,
      ...answer.headers,
      'content-length',
      String(answer.body.length),
    ])
    response.end(answer.body)
    count(200, performance.now() - since)
    return response.writableLength === 0
  }

  return {
    add(path, route) {
      routes.set(path, { path, route, count: metrics.requests('GET', path) })
    },
  }
}

function pathOf({ url = '' }: IncomingMessage): string {
  const end = url.indexOf('?')
  return end < 0 ? url : url.slice(0, end)
}

function isPlain(request: IncomingMessage): boolean {
  const { method, url, headers } = request
  return (
    method === 'GET' &&
    url!.length <= URL_LIMIT &&
    headers['content-length'] === undefined &&
    headers['transfer-encoding'] === undefined &&
    headers.expect === undefined &&
    !faultOfHost(request)
  )
}
