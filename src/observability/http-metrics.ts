import type { FastifyInstance } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { VERSION } from '../version.ts'

const SECONDS = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 15]
const NO_ROUTE = 'none'

/** The metrics of the process, in the Prometheus text format. docs/operations.md lists them. */
export interface Metrics {
  contentType: string
  render(): Promise<string>
  /** Counts every request of this app. Call it before adding routes. */
  observe(app: FastifyInstance): void
  /** Returns a function that counts requests which Fastify does not see, with their milliseconds. */
  observeRoute(method: string, route: string, status: number): (ms: number) => void
  /** Shows numbers that are read on every scrape, and left out while reading fails. */
  gauge(name: string, help: string, label: string, read: () => Promise<Record<string, number>>): void
  /** Counts events by one label. */
  counter<L extends string>(
    name: string,
    help: string,
    label: string,
    values: readonly L[],
  ): (value: L) => void
  /** Shows numbers that are counted elsewhere and only grow, by one label. */
  total<L extends string>(name: string, help: string, label: string, read: () => Record<L, number>): void
  histogram(name: string, help: string, buckets: number[]): Histogram
}

export function createMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  new Gauge({
    name: 'transom_build_info',
    help: 'Version of the server',
    labelNames: ['version'],
    registers,
  }).set({ version: VERSION }, 1)
  const durations = new Histogram({
    name: 'transom_http_request_duration_seconds',
    help: 'Time from a request to its answer',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    registers,
  })

  return {
    contentType: registry.contentType,
    render: () => registry.metrics(),
    observe(app) {
      app.addHook('onResponse', (request, reply, done) => {
        const route = request.is404 ? NO_ROUTE : request.routeOptions.url!
        const labels = { method: request.method, route, status: reply.statusCode }
        durations.observe(labels, reply.elapsedTime / 1000)
        done()
      })
    },
    observeRoute(method, route, status) {
      const labeled = durations.labels({ method, route, status })
      return (ms) => labeled.observe(ms / 1000)
    },
    gauge(name, help, label, read) {
      new Gauge({
        name,
        help,
        labelNames: [label],
        registers,
        async collect() {
          this.reset()
          // The other metrics must still be shown.
          const numbers = await read().catch(() => ({}))
          for (const [value, number] of Object.entries(numbers)) this.set({ [label]: value }, number)
        },
      })
    },
    counter(name, help, label, values) {
      const counter = new Counter({ name, help, labelNames: [label], registers })
      // Present from the start, so that the first event shows as a change.
      for (const value of values) counter.inc({ [label]: value }, 0)
      return (value) => counter.inc({ [label]: value })
    },
    total(name, help, label, read) {
      new Counter({
        name,
        help,
        labelNames: [label],
        registers,
        collect() {
          this.reset()
          for (const [value, number] of Object.entries<number>(read())) this.inc({ [label]: value }, number)
        },
      })
    },
    histogram: (name, help, buckets) => new Histogram({ name, help, buckets, registers }),
  }
}
