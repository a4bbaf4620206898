import { createServer, type RequestListener, type Server } from 'node:http'
import type { Socket } from 'node:net'
import { AppError } from '../errors.ts'
import type { ErrorFormats } from './error-formats.ts'
import { requestIdOf } from './headers.ts'
import { sendErrorOnSocket } from './socket-errors.ts'

const KEEP_ALIVE_MS = 72_000
/** Milliseconds until a connection is closed on which nothing moves although a response is being sent or unread. */
const STALLED_MS = 60_000
/** The most requests that may wait on a connection for an unread response. */
const PIPELINE_LIMIT = 32

/** The most that a route may allow for its body. `IncomingBodies` ends others sooner. */
const LONGEST_BODY_MS = 600_000

export interface ListenerOptions {
  headersMs: number
  formats: ErrorFormats
}

/** Returns the HTTP server that passes requests to `handle`, with limits on the cost of connections. */
export function createListener(handle: RequestListener, { headersMs, formats }: ListenerOptions): Server {
  const admits = limitPipelines()
  const server = createServer(
    {
      maxHeaderSize: 65_536,
      headersTimeout: headersMs,
      requestTimeout: headersMs + LONGEST_BODY_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
      connectionsCheckingInterval: Math.min(headersMs, 1_000),
      // Node's own response has no body; `hostError` creates one.
      requireHostHeader: false,
    },
    (request, response) => {
      if (admits(request, response)) handle(request, response)
    },
  )
  server.setTimeout(STALLED_MS)
  server.on('connect', (request, socket) => {
    const error = new AppError('BAD_REQUEST', 'CONNECT is not supported.')
    sendErrorOnSocket(socket, error, { id: requestIdOf(request), format: formats.of(request.url!) })
    // Nothing else reads the socket, and its end must be noticed.
    socket.resume()
  })
  // An unknown expectation may be ignored (RFC 9110 section 10.1.1).
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
  return server
}

/**
 * Returns whether a request may be handled. A client that keeps sending without reading would fill the memory with
 * responses: Node stops reading from it, but handles every request that it has already read. Such a connection is
 * closed.
 */
function limitPipelines(): (...args: Parameters<RequestListener>) => boolean {
  const waiting = new WeakMap<Socket, number>()
  return ({ socket }, response) => {
    // A response has no socket only while it waits for earlier ones.
    if (response.socket) return !socket.destroyed
    const count = (waiting.get(socket) ?? 0) + 1
    if (count > PIPELINE_LIMIT) socket.destroy()
    if (socket.destroyed) return false
    waiting.set(socket, count)
    response.once('close', () => waiting.set(socket, waiting.get(socket)! - 1))
    return true
  }
}
