import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { AppError } from '../errors.ts'
import { NOSNIFF, requestIdOf } from './headers.ts'
import type { Metrics } from './metrics.ts'
import { faultOfHost, URL_LIMIT } from './protocol.ts'
import { parseQuery } from './query.ts'
import { Scratch } from './scratch.ts'
import { type WholeAnswer, WholeAnswers } from './whole-answer.ts'

const TOGETHER = 32

/** A GET request with nothing unusual about it. */
interface QuickRequest {
  raw: IncomingMessage
  /** What the path ends in, after its last slash, as it was sent. */
  last: string
  params: Readonly<Record<string, string | undefined>>
  /** For the body of an answer that is given at once. */
  scratch: Scratch
}

/**
 * Answers a request as the route itself would. Undefined, or whatever is thrown, leaves the request to the route: faults
 * are the route's to answer.
 */
export type QuickRoute = (request: QuickRequest) => WholeAnswer | undefined | Promise<WholeAnswer | undefined>

export interface FastLane {
  /** The path may end in a parameter: `/things/:id`. */
  add(path: string, route: QuickRoute): void
}

interface FastLaneOptions {
  /** Why nobody can be answered now; undefined while they can. */
  closedBecause(): AppError | undefined
  metrics: Pick<Metrics, 'requests'>
}

interface Served {
  route: QuickRoute
  count: ReturnType<Metrics['requests']>
}

interface Waiting extends Served {
  path: string
  request: IncomingMessage
  response: ServerResponse
  since: number
}

/**
 * Answers plain GET requests of hot routes before the framework sees them: its hooks, its validation and its reply
 * cost more than all that the answer itself takes. Every such request could take the route as well.
 *
 * Requests of one turn of the event loop are answered at its end, all together, as `answerTogether` does; those that
 * wait for something, when they have it.
 */
export function openFastLane(server: Server, { closedBecause, metrics }: FastLaneOptions): FastLane {
  const routes = new Map<string, Served>()
  const scratch = new Scratch()
  const answers = new WholeAnswers(server, scratch)
  const [takeRoute] = server.listeners('request') as [RequestListener]
  let waiting: Waiting[] = []

  server.removeAllListeners('request')
  server.on('request', (request, response) => {
    const path = pathOf(request)
    const served = routes.get(path) ?? routes.get(path.slice(0, path.lastIndexOf('/') + 1))
    // A server that is closing ends connections, which is the framework's to do.
    if (!served || !isPlain(request) || !server.listening || closedBecause()) {
      takeRoute(request, response)
    } else if (waiting.push({ ...served, path, request, response, since: performance.now() }) === 1) {
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
    const found = requests.map(find)
    let allSent = true
    for (const [index, one] of requests.entries()) {
      const answer = found[index]
      if (answer instanceof Promise) void sendLater(one, answer)
      else if (!answer) takeRoute(one.request, one.response)
      else if (!send(one, answer)) allSent = false
    }
    if (allSent) scratch.reuse()
    else scratch.leave()
  }

  function find({ path, route, request }: Waiting) {
    const { params, problem } = parseQuery(request.url!.slice(path.length + 1))
    const last = path.slice(path.lastIndexOf('/') + 1)
    try {
      return problem || last === '' ? undefined : route({ raw: request, last, params, scratch })
    } catch {
      return undefined
    }
  }

  async function sendLater(one: Waiting, later: Promise<WholeAnswer | undefined>) {
    const answer = await later.catch(() => undefined)
    if (answer && server.listening) send(one, answer)
    else takeRoute(one.request, one.response)
  }

  /** Whether the kernel has all of it. What cannot be sent, for a broken header say, is the route's to answer too. */
  function send({ count, request, response, since }: Waiting, { headers, body }: WholeAnswer): boolean {
    const all = ['x-request-id', requestIdOf(request), ...NOSNIFF, ...headers]
    try {
      const sent = answers.send(response, { headers: all, body })
      count(200, performance.now() - since)
      return sent
    } catch {
      takeRoute(request, response)
      return true
    }
  }

  return {
    add(path, route) {
      routes.set(path.replace(/:\w+$/, ''), { route, count: metrics.requests('GET', path) })
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
