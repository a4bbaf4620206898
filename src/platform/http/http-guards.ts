import type { IncomingMessage, Server } from 'node:http'
import net from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../errors.ts'
import type { BodyTimeouts } from './body-timeouts.ts'
import { sendErrorOnSocket } from './errors.ts'
import { requestIdOf } from './headers.ts'

/** Characters that a URL may have. */
export const URL_LIMIT = 8_192

/** BAD_REQUEST unless there is exactly one Host, as HTTP/1.1 has it (RFC 9112 section 3.2). */
export function hostError({ rawHeaders, httpVersion }: IncomingMessage): AppError | undefined {
  let hosts = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++
  }
  const wrong = hosts > 1 || (hosts === 0 && httpVersion === '1.1')
  return wrong ? new AppError('BAD_REQUEST', 'Send exactly one Host header.') : undefined
}

/** BAD_REQUEST for bodies in a coding that nobody here reads (RFC 9112 section 6.1): Node takes the last one only. */
export function transferCodingError({ headers }: IncomingMessage): AppError | undefined {
  const coding = headers['transfer-encoding']
  if (coding === undefined || coding.trim().toLowerCase() === 'chunked') return undefined
  return new AppError('BAD_REQUEST', 'The only Transfer-Encoding that is read is chunked.')
}

/** Answers what Node would answer by itself, with nothing in it, or not at all. */
export function rejectUpgrades(server: Server): void {
  server.on('connect', (request, socket) => {
    const fault = new AppError('BAD_REQUEST', 'CONNECT is not possible here.')
    sendErrorOnSocket(socket, fault, { id: requestIdOf(request), url: request.url! })
    // Nobody else reads it, and its end is to be heard.
    socket.resume()
  })
  // An expectation that we don't know may be passed over (RFC 9110 section 10.1.1).
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
}

/** Milliseconds in which clients that send request after request learn that their connection ends. */
const LAST_CHANCE_MS = 250

/**
 * Closes an app without breaking connections: from `close` on nobody can connect any more, and every answer ends
 * its connection. Node by itself would break those that are idle at that moment, with a request on its way. After
 * `longestMs` those are broken whose clients do not go on sending or reading, and soon those that go on sending though
 * they have their answer.
 */
export function closeGracefully(app: FastifyInstance, bodies: BodyTimeouts, longestMs: number): void {
  let closing = false
  // When the answer goes, not when the request comes: one that is running would leave its connection open.
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (closing) reply.header('connection', 'close')
    done(null, payload)
  })
  app.addHook('preClose', async () => {
    // At once: Fastify's answers end their connections already, and whoever comes back must not be let in to be cut off.
    net.Server.prototype.close.call(app.server)
    closing = true
    setTimeout(() => app.server.closeAllConnections(), longestMs).unref()
    for (let waited = 0; waited < LAST_CHANCE_MS && (await countConnections(app.server)) > 0; waited += 10) {
      await sleep(10)
    }
    bodies.dropAnswered()
  })
}

function countConnections(server: net.Server): Promise<number> {
  return new Promise((resolve) => server.getConnections((_error, count) => resolve(count)))
}
