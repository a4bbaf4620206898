import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

const READ_BYTES = 65_536

interface Answer {
  status: number
  bodyBytes: number
}

/** One keep-alive HTTP/1.1 connection. It reads only an answer's status and length. */
export interface Connection {
  /** Sends a request (latin1 text) and waits for the complete answer, one at a time. */
  exchange(request: string): Promise<Answer>
  /** Returns the first bytes (1,000 by default) of the last answer. Call it before you await anything else. */
  lastAnswer(bytes?: number): string
  close(): void
}

/** Connects to a port of the loopback address. */
export async function open(port: number): Promise<Connection> {
  const buffer = Buffer.allocUnsafe(READ_BYTES)
  const answer: Answer = { status: 0, bodyBytes: 0 }
  let head = ''
  let missing = 0
  let pending: PromiseWithResolvers<Answer> | undefined

  function read(bytes: number): boolean {
    if (missing > 0) missing -= bytes
    else {
      head += buffer.toString('latin1', 0, bytes)
      const bodyStart = head.indexOf('\r\n\r\n') + 4
      if (bodyStart < 4) return true
      answer.status = Number(head.slice(9, 12))
      answer.bodyBytes = Number(/\ncontent-length: *(\d+)/i.exec(head)?.[1] ?? 0)
      missing = answer.bodyBytes - (head.length - bodyStart)
      head = ''
    }
    if (missing === 0) {
      const { resolve } = pending!
      pending = undefined
      resolve(answer)
    }
    return true
  }

  const socket: Socket = connect({
    port,
    host: '127.0.0.1',
    noDelay: true,
    onread: { buffer, callback: read },
  })
  await once(socket, 'connect')
  const fail = (error?: Error) => pending?.reject(error ?? new Error('The server closed the connection.'))
  socket.on('error', fail).on('end', () => fail())

  return {
    exchange(request) {
      pending = Promise.withResolvers<Answer>()
      socket.write(request, 'latin1')
      return pending.promise
    },
    lastAnswer: (bytes = 1_000) => buffer.toString('utf8', 0, bytes),
    close: () => socket.destroy(),
  }
}
