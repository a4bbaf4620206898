import net from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { IncomingBodies } from './incoming-bodies.ts'

/** Milliseconds in which clients that keep sending requests learn that their connection ends. */
const LAST_CHANCE_MS = 250

/**
 * Closes an app without breaking connections. After `close`, nobody can connect, and every response ends its
 * connection. Node alone would break idle connections whose next request is on its way. Soon after, clients that keep
 * sending although they have their response are cut off; after `longestMs` all are.
 */
export function closeGracefully(app: FastifyInstance, bodies: IncomingBodies, longestMs: number): void {
  let closing = false
  // Set when the response is sent, not when the request arrives: a request in progress would leave its connection open.
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (closing) reply.header('connection', 'close')
    done(null, payload)
  })
  // A stream whose head was sent before leaves its connection open.
  app.addHook('onResponse', (request, _reply, done) => {
    if (closing) request.raw.socket.end()
    done()
  })
  app.addHook('preClose', async () => {
    // Immediately: Fastify's responses already end their connections, and a client that reconnects must be refused
    // rather than cut off.
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
