import { createServer, type RequestListener, type Server } from 'node:http'
import type { Socket } from 'node:net'
import { AppError } from '../errors.ts'
import type { ErrorFormats } from './error-formats.ts'
import { requestIdOf } from './headers.ts'
import { sendErrorOnSocket } from './socket-errors.ts'

const KEEP_ALIVE_MS = 72_000
/** A connection on which nothing moves although a response is under way or unread is closed. */
const STALLED_MS = 60_000
/** Requests that may wait behind the one that a connection's response is under way to. */
const PIPELINE_LIMIT = 32

export interface ListenerOptions {
  headersMs: number
  bodyMs: number
  formats: ErrorFormats
}

/** Returns the HTTP server that hands requests to `handle`, with limits on what connections may cost. */
export function createListener(
  handle: RequestListener,
  { headersMs, bodyMs, formats }: ListenerOptions,
): Server {
  const admits = limitPipelines()
  const server = createServer(
    {
      maxHeaderSize: 65_536,
      headersTimeout: headersMs,
      requestTimeout: headersMs + bodyMs,
      keepAliveTimeout: KEEP_ALIVE_MS,
      connectionsCheckingInterval: Math.min(headersMs, 1_000),
      // Node's own response has no body: `hostError` makes one.
      requireHostHeader: false,
    },
    (request, response) => {
      if (admits(request, response)) handle(request, response)
    },
  )
  server.setTimeout(STALLED_MS)
  server.on('connect', (request, socket) => {
    const error = new AppError('BAD_REQUEST', 'CONNECT is not possible here.')
    sendErrorOnSocket(socket, error, { id: requestIdOf(request), format: formats.of(request.url!) })
    // Nobody else reads it, and its end must be noticed.
    socket.resume()
  })
  // An unknown expectation may be ignored (RFC 9110 section 10.1.1).
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
  return server
}

/**
 * Returns whether a request may be handled. A client that sends on and on without reading would fill the memory with
 * responses: Node stops reading from it, but handles every request of what it has read. Its connection is closed.
 */
function limitPipelines(): (...args: Parameters<RequestListener>) => boolean {
  const waiting = new WeakMap<Socket, number>()
  return ({ socket }, response) => {
    // Only a response that waits for those before it has no socket yet.
    if (response.socket) return !socket.destroyed
    const count = (waiting.get(socket) ?? 0) + 1
    if (count > PIPELINE_LIMIT) socket.destroy()
    if (socket.destroyed) return false
    waiting.set(socket, count)
    response.once('close', () => waiting.set(socket, waiting.get(socket)! - 1))
    return true
  }
}
