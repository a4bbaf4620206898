import type { Logger } from 'pino'
import type { Access } from '../features/access/module.ts'
import { type AdminApi, adminErrorFormat, createAdminApi } from '../features/admin-api/index.ts'
import { addConsoleRoutes, addWidgetScript, type ConsoleParts } from '../features/console/module.ts'
import type { Leads } from '../features/leads/module.ts'
import type { Locator } from '../features/locator/module.ts'
import { addReferenceRoutes } from '../features/reference/module.ts'
import type { Registrations } from '../features/registrations/module.ts'
import { addSystemRoutes, type SystemOptions } from '../features/system/module.ts'
import type { Warranties } from '../features/warranties/module.ts'
import { warrantyErrorFormat } from '../features/warranty-api/index.ts'
import type { WebForms } from '../features/web-forms/module.ts'
import { addWidgetRoutes, type WidgetContext } from '../features/widgets/module.ts'
import type { Metrics } from '../observability/http-metrics.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/db/db.ts'
import type { AppError } from '../platform/errors.ts'
import { addHeaders, INERT, NO_STORE } from '../platform/http/headers.ts'
import { type App, createHttp } from '../platform/http/server.ts'

export interface AppParts extends Omit<SystemOptions, 'metrics'> {
  log: Logger
  trustedProxies: readonly string[]
  strictResponses: boolean
  metrics: Metrics
  /** Observes every request. */
  observe?: ((app: App) => void) | undefined
  access: Access
  warranties: Warranties
  dealers: Locator
  leads: Leads
  webForms: WebForms
  widgets: WidgetContext
  registrations: Registrations
  /** The console's files and what it has to know, if this server has it. */
  webConsole?: ConsoleParts | undefined
  db: Db
  clock: Clock
  /** Adds every feature's endpoints of the administration. */
  addAdminRoutes(api: AdminApi): void
  /** Returns why the interfaces refuse requests now, if they do. Health and metrics never do. */
  closedBecause(): AppError | undefined
  /** Called for each refused request. */
  onShed?: (reason: AppError) => void
}

/** Builds the HTTP application. It does not listen. Calls `prepare` before adding routes. */
export function buildApp(parts: AppParts, prepare?: (app: App) => void) {
  const { app, finish, useFastPath } = createHttp(parts)
  prepare?.(app)
  parts.observe?.(app)
  parts.metrics.observe(app as never)
  app.register(async (operations) => addSystemRoutes(operations as never, parts))
  app.register(async (documents) => addReferenceRoutes(documents as never))
  const { webConsole } = parts
  // Without the database too: the console itself says that the server is away.
  if (webConsole) {
    app.register(async (pages) => addConsoleRoutes(pages as never, webConsole))
    app.register(async (scripts) => addWidgetScript(scripts as never, webConsole))
  }
  app.register(async (interfaces) => {
    interfaces.addHook('onRequest', (_request, _reply, done) => {
      const reason = parts.closedBecause()
      if (reason) parts.onShed?.(reason)
      done(reason)
    })
    interfaces.register(async (warranties) => {
      warranties.addErrorFormat(warrantyErrorFormat)
      addHeaders(warranties as never, NO_STORE)
      parts.access.addRoutes(warranties as never)
      parts.warranties.addRoutes(warranties as never)
    })
    interfaces.register(async (administration) => {
      administration.addErrorFormat(adminErrorFormat)
      addHeaders(administration as never, NO_STORE)
      administration.decorateRequest('principal', undefined)
      parts.addAdminRoutes(
        createAdminApi(administration as never, {
          db: parts.db,
          clock: parts.clock,
          admit: parts.access.admit,
          refuseOtherSites: parts.access.refuseOtherSites,
        }),
      )
    })
    interfaces.register(async (dealers) => parts.dealers.addRoutes(dealers as never))
    interfaces.register(async (checks) => parts.warranties.addVerification(checks as never))
    interfaces.register(async (webForms) => parts.webForms.addRoutes(webForms as never))
    interfaces.register(async (widgets) => addWidgetRoutes(widgets as never, parts.widgets))
    interfaces.register(async (leads) => {
      addHeaders(leads as never, NO_STORE, INERT)
      parts.leads.addRoutes(leads as never)
    })
    interfaces.register(async (registrations) => {
      addHeaders(registrations as never, NO_STORE)
      parts.registrations.addRoutes(registrations as never)
    })
  })
  app.after(finish)
  // Traces and the access log are hooks of Fastify.
  if (!parts.observe) {
    const isOpen = () => app.server.listening && parts.closedBecause() === undefined
    useFastPath(parts.dealers.createFastPath({ isOpen, observeRoute: parts.metrics.observeRoute }))
  }
  return app
}
