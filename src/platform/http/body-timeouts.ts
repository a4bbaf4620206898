import type { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'

interface Unread {
  request: FastifyRequest
  reply: FastifyReply
}

/**
 * Bodies that are still coming. Most are read by their route; what a request that was refused goes on sending is read
 * and dropped, for as long as bodies have time.
 */
export class BodyTimeouts {
  readonly #ms: number
  readonly #onTimeout: (request: FastifyRequest, reply: FastifyReply) => void
  readonly #bySocket = new Map<Socket, Unread>()

  /** `onTimeout` is called for a body that is not all there after `ms` and whose request has no answer yet. */
  constructor(ms: number, onTimeout: (request: FastifyRequest, reply: FastifyReply) => void) {
    this.#ms = ms
    this.#onTimeout = onTimeout
  }

  /** To be called when a request's headers are there. */
  watch(request: FastifyRequest, reply: FastifyReply): void {
    const { raw } = request
    const { headers, socket } = raw
    if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return
    const unread = { request, reply }
    this.#bySocket.set(socket, unread)
    // Node limits only headers and body together, and answers once more where there was an answer.
    const timer = setTimeout(() => {
      if (raw.complete) return
      if (reply.sent) socket.destroy()
      else {
        socket.destroySoon = Socket.prototype.destroySoon
        this.#onTimeout(request, reply)
      }
    }, this.#ms)
    raw.once('close', () => {
      clearTimeout(timer)
      if (this.#bySocket.get(socket) === unread) this.#bySocket.delete(socket)
    })
    lingerFor(raw)
  }

  /** The request whose body a connection is in the middle of. */
  requestOn(socket: Socket): { id: string; url: string; answered: boolean } | undefined {
    const unread = this.#bySocket.get(socket)
    return unread && { id: unread.request.id, url: unread.request.url, answered: unread.reply.sent }
  }

  /** Ends the connections of those that have their answer, and go on sending. */
  dropAnswered(): void {
    for (const [socket, { reply }] of this.#bySocket) if (reply.sent) socket.destroy()
  }
}

/**
 * Where an answer is the last of its connection: ends our side of it only, until the client has sent everything. When
 * what it sends meets a closed socket, the connection is reset, and the answer lost that it has not read yet
 * (RFC 9112 section 9.6).
 */
function lingerFor(request: IncomingMessage): void {
  const { socket } = request
  // What node:http ends a connection with.
  socket.destroySoon = () => {
    if (request.complete) {
      Socket.prototype.destroySoon.call(socket)
    } else {
      socket.end()
      request.once('close', () => socket.destroy()).resume()
    }
  }
}
