import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

/** A TCP proxy that can freeze and break its connections. `await using` stops it. */
export class TcpProxy {
  readonly #server: Server
  readonly #pairs = new Set<[Socket, Socket]>()
  #target: URL
  #mode: 'open' | 'frozen' | 'down' = 'open'

  constructor(server: Server, target: URL) {
    this.#server = server
    this.#target = target
    server.on('connection', (client) => {
      if (this.#mode === 'down') return client.resetAndDestroy()
      const upstream = connect(Number(this.#target.port), this.#target.hostname)
      const pair: [Socket, Socket] = [client, upstream]
      this.#pairs.add(pair)
      for (const [from, to] of [pair, [upstream, client]] as const) {
        // Not pipe(), which would resume a socket that freeze() has paused.
        from.on('data', (chunk) => to.write(chunk))
        from.on('error', () => to.destroy())
        from.on('close', () => {
          to.destroy()
          this.#pairs.delete(pair)
        })
        if (this.#mode === 'frozen') from.pause()
      }
    })
  }

  /** The proxied URL with this proxy's address. */
  through(url: string): string {
    const own = new URL(url)
    own.hostname = '127.0.0.1'
    own.port = String((this.#server.address() as AddressInfo).port)
    return own.href
  }

  /** Sends new connections to the host and port of `url`; those that exist stay where they are. */
  leadTo(url: string): void {
    this.#target = new URL(url)
  }

  /** Lets nothing through but keeps and accepts connections, like a stopped process. */
  freeze(): void {
    this.#mode = 'frozen'
    for (const socket of this.#sockets()) socket.pause()
  }

  /** Breaks all connections and refuses new ones, like a crashed server. */
  takeDown(): void {
    this.#mode = 'down'
    this.breakConnections()
  }

  /** Lets everything through again, starting with what it held back. */
  recover(): void {
    this.#mode = 'open'
    for (const socket of this.#sockets()) socket.resume()
  }

  /** Resets all connections but accepts new ones. */
  breakConnections(): void {
    for (const socket of this.#sockets()) socket.resetAndDestroy()
  }

  get connections(): number {
    return this.#pairs.size
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.close()
    for (const socket of this.#sockets()) socket.destroy()
    await once(this.#server, 'close')
  }

  #sockets(): Socket[] {
    return [...this.#pairs].flat()
  }
}

/** Starts a proxy to the host and port of `url`. */
export async function startProxy(url: string): Promise<TcpProxy> {
  const server = createServer()
  const proxy = new TcpProxy(server, new URL(url))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return proxy
}
