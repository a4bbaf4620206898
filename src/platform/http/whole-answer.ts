import type { Server, ServerResponse } from 'node:http'
import type { Scratch } from './scratch.ts'

/** A 200 answer: header names and values in turn, without the length; the body, as text or in the scratch memory. */
export interface WholeAnswer {
  headers: readonly string[]
  body: Buffer | string
}

/**
 * Sends answers of which everything is known, head and body in one piece. What `ServerResponse` does for one (a
 * list of headers, two pieces that are held back and gathered, events) takes as long as all else that node:http does.
 */
export class WholeAnswers {
  readonly #server: Server
  readonly #scratch: Scratch
  #second = 0
  #date = ''

  constructor(server: Server, scratch: Scratch) {
    this.#server = server
    this.#scratch = scratch
  }

  /** Whether the kernel has all of it. */
  send(response: ServerResponse, { headers, body }: WholeAnswer): boolean {
    const { socket } = response
    const length = typeof body === 'string' ? Buffer.byteLength(body) : body.length
    // One that waits for the answers before it, is the last of its connection, or comes too late takes the usual way.
    if (!socket?.writable || !response.shouldKeepAlive) {
      response.writeHead(200, [...headers, 'content-length', String(length)])
      response.end(body)
      return response.writableLength === 0
    }
    const head = this.#head(headers, length)
    // As `end` does: a server that closes may then end the connection of a client that does not read.
    response.finished = true
    // What `ServerResponse` says when the kernel has taken its last byte: the connection's next request may come.
    const sent = (error?: Error | null) => error || response.emit('finish')
    if (typeof body === 'string') {
      // Plain ASCII goes out faster as what it also is.
      socket.write(head + body, length === body.length ? 'latin1' : 'utf8', sent)
    } else {
      socket.write(this.#scratch.prepend(head, body), sent)
    }
    return socket.writableLength === 0
  }

  #head(headers: readonly string[], length: number): string {
    let head = 'HTTP/1.1 200 OK\r\n'
    for (let i = 0; i < headers.length; i += 2) {
      const value = headers[i + 1]!
      if (/[^\t -~]/.test(value)) throw new Error(`The header ${headers[i]} would break the answer.`)
      head += `${headers[i]}: ${value}\r\n`
    }
    const seconds = Math.floor(this.#server.keepAliveTimeout / 1000)
    return `${head}content-length: ${length}\r\nDate: ${this.#now()}\r\nConnection: keep-alive\r\nKeep-Alive: timeout=${seconds}\r\n\r\n`
  }

  #now(): string {
    const now = Date.now()
    const second = Math.floor(now / 1000)
    if (second !== this.#second) {
      this.#second = second
      this.#date = new Date(now).toUTCString()
    }
    return this.#date
  }
}
