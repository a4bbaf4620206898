import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** One raw answer. */
export interface RawAnswer {
  status: number
  /** By name in lower case; several of one name are joined by `, `. */
  headers: Record<string, string>
  body: Buffer
}

/**
 * A connection that sends raw bytes and reads HTTP answers: for requests that no HTTP
 * client would send, and for what follows on the same connection. `await using` closes it.
 */
export class RawConnection {
  readonly #socket: Socket
  readonly #chunks: AsyncIterator<Buffer>
  #unread = Buffer.alloc(0)

  constructor(socket: Socket) {
    this.#socket = socket
    this.#chunks = socket[Symbol.asyncIterator]()
  }

  /** Sends a request and reads its answer, skipping 1xx answers. Throws after 20 s. */
  async exchange(request: Uint8Array | string): Promise<RawAnswer> {
    this.#socket.write(request)
    for (;;) {
      const answer = await this.#readAnswer()
      if (answer.status >= 200) return answer
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#socket.destroy()
  }

  async #readAnswer(): Promise<RawAnswer> {
    let end = this.#unread.indexOf('\r\n\r\n')
    while (end < 0) {
      if (!(await this.#readMore())) throw new Error(`No answer, but ${JSON.stringify(`${this.#unread}`)}`)
      end = this.#unread.indexOf('\r\n\r\n')
    }
    const [first = '', ...lines] = this.#take(end + 4)
      .toString('latin1')
      .trimEnd()
      .split('\r\n')
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(first)?.[1])
    if (!status) throw new Error(`This is no status line: ${first}`)
    const headers = readHeaders(lines)
    const isChunked = headers['transfer-encoding'] === 'chunked'
    const body = isChunked
      ? await this.#readChunks()
      : await this.#readBody(status, headers['content-length'])
    return { status, headers, body }
  }

  async #readBody(status: number, length: string | undefined): Promise<Buffer> {
    if (status < 200 || status === 204 || status === 304) return Buffer.alloc(0)
    const isWhole = () => length !== undefined && this.#unread.length >= Number(length)
    while (!isWhole()) if (!(await this.#readMore())) break
    if (length !== undefined && !isWhole()) throw new Error(`The answer ended after ${this.#unread.length}`)
    return this.#take(length === undefined ? this.#unread.length : Number(length))
  }

  /** RFC 9112 section 7.1, without trailers, which the server never sends. */
  async #readChunks(): Promise<Buffer> {
    const chunks: Buffer[] = []
    for (;;) {
      const line = await this.#readUntil(() => {
        const end = this.#unread.indexOf('\r\n')
        return end < 0 ? undefined : end + 2
      })
      const size = Number.parseInt(line.toString('latin1'), 16)
      if (Number.isNaN(size)) throw new Error(`This is no size of a chunk: ${line}`)
      const chunk = await this.#readUntil(() => (this.#unread.length < size + 2 ? undefined : size + 2))
      if (size === 0) return Buffer.concat(chunks)
      chunks.push(chunk.subarray(0, size))
    }
  }

  /** Takes as many bytes as `count` says, once it says how many. */
  async #readUntil(count: () => number | undefined): Promise<Buffer> {
    for (;;) {
      const bytes = count()
      if (bytes !== undefined) return this.#take(bytes)
      if (!(await this.#readMore())) throw new Error(`The answer ended after ${this.#unread.length}`)
    }
  }

  async #readMore(): Promise<boolean> {
    const { done, value } = await this.#chunks.next()
    if (!done) this.#unread = Buffer.concat([this.#unread, value])
    return !done
  }

  #take(bytes: number): Buffer {
    const taken = this.#unread.subarray(0, bytes)
    this.#unread = this.#unread.subarray(bytes)
    return taken
  }
}

/** Connects to the host and port of `url`. */
export async function openRaw(url: string): Promise<RawConnection> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.setTimeout(20_000, () => socket.destroy(new Error('No answer came for 20 s')))
  await once(socket, 'connect')
  return new RawConnection(socket)
}

function readHeaders(lines: string[]): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const line of lines) {
    const [, name, value] = /^([!#$%&'*+.^_`|~\w-]+): ?(.*)$/.exec(line) ?? []
    if (name === undefined) throw new Error(`This is no header: ${JSON.stringify(line)}`)
    const key = name.toLowerCase()
    headers[key] = key in headers ? `${headers[key]}, ${value}` : value!
  }
  return headers
}
