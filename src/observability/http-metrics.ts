import type { FastifyInstance } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import { VERSION } from '../version.ts'
import { Histograms, type Tally } from './histograms.ts'

const SECONDS = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 15]
const NO_ROUTE = 'none'

/** What the process counts, in Prometheus' text format. docs/operations.md lists all of it. */
export interface Metrics {
  contentType: string
  render(): Promise<string>
  /** Counts every request of this app. To be called before its routes are added. */
  observe(app: FastifyInstance): void
  /** Counts the requests of a route that the app does not see, by status and the milliseconds they took. */
  requests(method: string, route: string): (status: number, ms: number) => void
  /** A number that is asked for whenever metrics are read; left out where it cannot be told. */
  gauge(name: string, help: string, label: string, read: () => Promise<Record<string, number>>): void
  /** Something that is counted as it happens, by one label. */
  counter<L extends string>(
    name: string,
    help: string,
    label: string,
    values: readonly L[],
  ): (value: L) => void
  /** Something that somebody else counts, by one label; the numbers only ever grow. */
  total<L extends string>(name: string, help: string, label: string, read: () => Record<L, number>): void
  /** Something of which the size is counted. */
  histogram(name: string, help: string, bounds: readonly number[]): Tally
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
  const durations = new Histograms({
    name: 'transom_http_request_duration_seconds',
    help: 'Time from a request to its answer',
    bounds: SECONDS,
  })
  registry.registerMetric(durations as never)
  const counts = new Map<string, ReturnType<Metrics['requests']>>()

  function requests(method: string, route: string) {
    const key = `${method} ${route}`
    const count = counts.get(key) ?? byStatus(durations, method, route)
    counts.set(key, count)
    return count
  }

  return {
    contentType: registry.contentType,
    render: () => registry.metrics(),
    observe: (app) => observeRoutes(app, requests),
    requests,
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
    counter(name, help, label, values) {
      const counter = new Counter({ name, help, labelNames: [label], registers })
      // Known from the start, so that the first one counts as a change.
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
    histogram(name, help, bounds) {
      const histograms = new Histograms({ name, help, bounds })
      registry.registerMetric(histograms as never)
      return histograms.tally()
    },
  }
}

function byStatus(durations: Histograms, method: string, route: string) {
  const tallies: Tally[] = []
  return (status: number, ms: number) => {
    let tally = tallies[status]
    if (!tally) {
      tally = durations.tally({ method, route, status })
      tallies[status] = tally
    }
    tally.add(ms / 1000)
  }
}

/** Each route's tallies are found when the route is added: on every request it would cost more than the rest. */
function observeRoutes(app: FastifyInstance, requests: Metrics['requests']): void {
  app.addHook('onRoute', (route) => {
    const counts = byMethod(requests, route.url)
    route.onResponse = [route.onResponse ?? []].flat().concat((request, reply, done) => {
      counts(request.method)(reply.statusCode, reply.elapsedTime)
      done()
    })
  })
  const elsewhere = byMethod(requests, NO_ROUTE)
  app.addHook('onResponse', (request, reply, done) => {
    if (request.is404) elsewhere(request.method)(reply.statusCode, reply.elapsedTime)
    done()
  })
}

function byMethod(requests: Metrics['requests'], route: string) {
  const counts = new Map<string, ReturnType<Metrics['requests']>>()
  return (method: string) => {
    let count = counts.get(method)
    if (!count) {
      count = requests(method, route)
      counts.set(method, count)
    }
    return count
  }
}
