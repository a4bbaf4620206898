import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'vitest'
import { withBody } from './with-body.ts'

/** A span as it was sent, its attributes by name. */
export interface SentSpan {
  traceId: string
  spanId: string
  parentSpanId: string
  name: string
  attributes: Record<string, unknown>
  service: unknown
}

/** A collector that takes spans by OTLP over HTTP, as JSON. `await using` ends it. */
export class Collector {
  readonly spans: SentSpan[] = []
  /** Everything that was sent, to check what it must not contain. */
  text = ''
  readonly #server: Server

  constructor(server: Server) {
    this.#server = server
    const listener = withBody((request, response, body) => {
      if (request.url === '/v1/traces') this.#take(body.toString())
      response.setHeader('content-type', 'application/json').end('{}')
    })
    server.on('request', listener)
  }

  /** For OTEL_EXPORTER_OTLP_ENDPOINT. */
  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** Waits for the first span with this name, of this trace if one is given. */
  async span(name: string, traceId?: string): Promise<SentSpan> {
    const find = () => this.spans.find((one) => one.name === name && (!traceId || one.traceId === traceId))
    await expect.poll(find, { timeout: 60_000 }).toBeDefined()
    return find()!
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }

  #take(text: string): void {
    this.text += text
    for (const { resource, scopeSpans } of JSON.parse(text).resourceSpans) {
      const service = read(resource.attributes)['service.name']
      for (const { spans } of scopeSpans) {
        for (const span of spans) this.spans.push({ ...span, attributes: read(span.attributes), service })
      }
    }
  }
}

export async function startCollector(): Promise<Collector> {
  const server = createServer()
  const collector = new Collector(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return collector
}

function read(attributes: { key: string; value: object }[]): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))
}
