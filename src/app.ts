import type { Logger } from 'pino'
import type { Access } from './features/access/index.ts'
import type { Dealers } from './features/dealers/index.ts'
import type { Leads } from './features/leads/index.ts'
import { addOperationsRoutes } from './features/operations/index.ts'
import type { Warranties } from './features/warranties/index.ts'
import { AppError } from './platform/errors.ts'
import type { Metrics } from './platform/http/metrics.ts'
import { type App, createHttp } from './platform/http/server.ts'

/** What the app is made of. */
export interface AppParts {
  log: Logger
  trustedProxies: readonly string[]
  strictResponses: boolean
  metrics: Metrics
  access: Access
  warranties: Warranties
  dealers: Dealers
  leads: Leads
  readiness(): Promise<{ ready: boolean; reason?: string }>
  /** Whether the database has been migrated; until then the interfaces answer 503. */
  isOpen(): boolean
}

/** Builds the HTTP application from its parts. It does not listen. `prepare` sees the app before its routes. */
export function buildApp(parts: AppParts, prepare?: (app: App) => void) {
  const { app, finish } = createHttp(parts)
  prepare?.(app)
  parts.metrics.observe(app as never)
  app.register(async (operations) => addOperationsRoutes(operations as never, parts))
  app.register(async (interfaces) => {
    interfaces.addHook('onRequest', async () => {
      if (parts.isOpen()) return
      throw new AppError('UNAVAILABLE', 'The server is starting: its database is not ready yet.', {
        retryAfter: 2,
      })
    })
    parts.access.addRoutes(interfaces as never)
    parts.warranties.addRoutes(interfaces as never)
    parts.dealers.addRoutes(interfaces as never)
    parts.leads.addRoutes(interfaces as never)
  })
  app.after(finish)
  return app
}
