import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

interface Incoming {
  request: FastifyRequest
  reply: FastifyReply
  /** Sends the response that was delayed until the end of the body. */
  sendNow?: () => void
}

/**
 * Tracks the requests whose bodies are still arriving, by connection, and limits how long each takes. Node's own `requestTimeout`
 * counts from the first byte of the headers.
 */
export class IncomingBodies {
  readonly #bySocket = new Map<Socket, Incoming>()
  readonly #limitMs: number

  /** @param limitMs milliseconds that a body may take after its headers */
  constructor(limitMs: number) {
    this.#limitMs = limitMs
  }

  /** Tracks the bodies of this app. */
  watch(app: FastifyInstance): void {
    app.addHook('onRequest', (request, reply, done) => {
      if (hasBody(request.raw)) this.#add({ request, reply }, app.server)
      done()
    })
    app.addHook('onSend', (request, reply, payload, done) => {
      const incoming = this.#bySocket.get(request.raw.socket)
      // Closing a socket while the client still sends resets it, and the client never reads the response (RFC 9112
      // section 9.6). Such a response waits for the end of the body.
      if (!incoming || request.raw.complete || !endsConnection(request.raw, reply)) return done(null, payload)
      incoming.sendNow = () => {
        request.raw.off('close', incoming.sendNow!)
        done(null, payload)
      }
      request.raw.once('close', incoming.sendNow).resume()
    })
  }

  /** Returns the request whose body a connection is receiving. */
  on(socket: Socket) {
    const incoming = this.#bySocket.get(socket)
    if (!incoming) return undefined
    const { request, reply, sendNow } = incoming
    return { id: request.id, url: request.url, answered: reply.sent, sendNow }
  }

  /** Closes connections whose clients keep sending although they have their response. */
  dropAnswered(): void {
    for (const [socket, { reply }] of this.#bySocket) if (reply.sent) socket.destroy()
  }

  #add(incoming: Incoming, server: Server): void {
    const { raw } = incoming.request
    const { socket } = raw
    this.#bySocket.set(socket, incoming)
    const late = Object.assign(new Error('The body is late.'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
    const limitMs = incoming.request.routeOptions.config.bodyMs ?? this.#limitMs
    const timer = setTimeout(() => raw.complete || server.emit('clientError', late, socket), limitMs)
    raw.once('close', () => {
      clearTimeout(timer)
      if (this.#bySocket.get(socket) === incoming) this.#bySocket.delete(socket)
    })
  }
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
}

function endsConnection({ headers, httpVersion }: IncomingMessage, reply: FastifyReply): boolean {
  const isLast = /\bclose\b/i.test(headers.connection ?? '') || reply.getHeader('connection') === 'close'
  return isLast || httpVersion === '1.0'
}
