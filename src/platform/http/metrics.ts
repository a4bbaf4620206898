import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** What the process counts, in Prometheus' text format. */
export interface Metrics {
  contentType: string
  render(): Promise<string>
  /** Counts every request of this app. */
  observe(app: FastifyInstance): void
  /** A number that is asked for whenever metrics are read; left out where it cannot be told. */
  gauge(name: string, help: string, label: string, read: () => Promise<Record<string, number>>): void
}

export function createMetrics(): Metrics {
  const registers = [new Registry()]
  const [registry] = registers as [Registry]
  collectDefaultMetrics({ register: registry })
  const durations = new Histogram({
    name: 'transom_http_request_duration_seconds',
    help: 'Time from a request to its answer',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 15],
    registers,
  })

  return {
    contentType: registry.contentType,
    render: () => registry.metrics(),
    observe(app) {
      app.addHook('onResponse', async (request, reply) => {
        durations.observe(
          { method: request.method, route: request.routeOptions.url ?? 'none', status: reply.statusCode },
          reply.elapsedTime / 1000,
        )
      })
    },
    gauge(name, help, label, read) {
      new Gauge({
        name,
        help,
        labelNames: [label],
        registers,
        async collect() {
          this.reset()
          // Without the number, the others still tell what is wrong.
          const numbers = await read().catch(() => ({}))
          for (const [value, number] of Object.entries(numbers)) this.set({ [label]: value }, number)
        },
      })
    },
  }
}
