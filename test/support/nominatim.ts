import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A pretend Nominatim on loopback. `await using` ends it. */
export class Nominatim {
  /** Its queries, in order: `de 80331`. */
  readonly asked: string[] = []
  /** The points of the postal codes that it knows, by query. */
  readonly places = new Map<string, { lat: string; lon: string }>()
  /** It answers everything with 503. */
  down = false
  readonly #server: Server

  constructor(server: Server) {
    this.#server = server
    server.on('request', (request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost')
      const query = `${searchParams.get('countrycodes')} ${searchParams.get('postalcode')}`
      this.asked.push(query)
      const isKnown = pathname === '/search' && searchParams.get('format')?.startsWith('json')
      response.statusCode = this.down ? 503 : isKnown ? 200 : 404
      const place = this.places.get(query)
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify(place ? [place] : []))
    })
  }

  /** For GEOCODER_URL. */
  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }
}

export async function startNominatim(): Promise<Nominatim> {
  const server = createServer()
  const nominatim = new Nominatim(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return nominatim
}
