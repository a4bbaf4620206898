import { addHeaders, NO_STORE } from '../../platform/http/headers.ts'
import type { App } from '../../platform/http/server.ts'
import { createMetricsAccess } from './metrics-access.ts'
import { addFrontPageRoute } from './routes/front-page.ts'
import { addHealthRoutes, type Readiness } from './routes/health.ts'
import { addMetricsRoute, type MetricsSource } from './routes/metrics.ts'

export interface SystemOptions {
  metrics: MetricsSource
  /** The METRICS_TOKEN, if one is set. */
  metricsToken: string | undefined
  readiness: Readiness
}

/** Adds the endpoints for operators and developers: health, metrics, the page at /. */
export function addSystemRoutes(app: App, { metrics, metricsToken, readiness }: SystemOptions): void {
  addHeaders(app as never, NO_STORE)
  addHealthRoutes(app, readiness)
  addMetricsRoute(app, metrics, createMetricsAccess({ token: metricsToken }))
  addFrontPageRoute(app)
}
