import type { Server, ServerResponse } from 'node:http'
import type { Piece, Scratch } from './scratch.ts'

/** A 200 answer: its header lines, of `headerLines`, without the length; the body, as text or in the scratch memory. */
export interface RawResponse {
  headers: string
  body: Piece | string
}

/** Names and values in turn as lines of a head. Throws for a value that would break it. */
export function headerLines(headers: readonly string[]): string {
  let lines = ''
  for (let i = 0; i < headers.length; i += 2) {
    const value = headers[i + 1]!
    if (/[^\t -~]/.test(value)) throw new Error(`The header ${headers[i]} would break the answer.`)
    lines += `${headers[i]}: ${value}\r\n`
  }
  return lines
}

/**
 * Sends answers of which everything is known, head and body in one piece. What `ServerResponse` does for one (a
 * list of headers, two pieces that are held back and gathered, events) takes as long as all else that node:http does.
 */
export class RawResponses {
  readonly #server: Server
  readonly #scratch: Scratch
  #second = 0
  #headEnd = ''

  constructor(server: Server, scratch: Scratch) {
    this.#server = server
    this.#scratch = scratch
  }

  send(response: ServerResponse, { headers, body }: RawResponse): void {
    const { socket } = response
    // One that waits for the answers before it, is the last of its connection, or comes too late takes the usual way.
    if (!socket?.writable || !response.shouldKeepAlive) {
      // With bytes of its own, for it may have to wait.
      const content = typeof body === 'string' ? body : Buffer.from(body.chunk.subarray(body.start, body.end))
      const length = String(Buffer.byteLength(content))
      response.writeHead(200, [...namesAndValues(headers), 'content-length', length]).end(content)
      return
    }
    // As `end` does: a server that closes may then end the connection of a client that does not read.
    response.finished = true
    // What `ServerResponse` says when the kernel has taken its last byte: the connection's next request may come.
    const sent = (error?: Error | null) => error || response.emit('finish')
    if (typeof body === 'string') {
      const length = Buffer.byteLength(body)
      // Plain ASCII goes out faster as what it also is.
      socket.write(this.#head(headers, length) + body, length === body.length ? 'latin1' : 'utf8', sent)
    } else {
      socket.write(this.#scratch.prepend(this.#head(headers, body.end - body.start), body), sent)
      if (socket.writableLength > 0) this.#scratch.leave()
    }
  }

  #head(headers: string, length: number): string {
    const now = Date.now()
    const second = Math.floor(now / 1000)
    if (second !== this.#second) {
      this.#second = second
      this.#headEnd = this.#endAt(now)
    }
    return `HTTP/1.1 200 OK\r\n${headers}content-length: ${length}${this.#headEnd}`
  }

  #endAt(now: number): string {
    const seconds = Math.floor(this.#server.keepAliveTimeout / 1000)
    const date = new Date(now).toUTCString()
    return `\r\nDate: ${date}\r\nConnection: keep-alive\r\nKeep-Alive: timeout=${seconds}\r\n\r\n`
  }
}

function namesAndValues(lines: string): string[] {
  return lines
    .split('\r\n')
    .slice(0, -1)
    .flatMap((line) => {
      const colon = line.indexOf(': ')
      return [line.slice(0, colon), line.slice(colon + 2)]
    })
}
