import type { Logger } from 'pino'
import { auditNames } from '../audit-names.ts'
import { serverChecks } from '../checks.ts'
import { type Config, describeSettings, requireJwtSecret } from '../config.ts'
import { createAccountMail, keyId } from '../features/access/index.ts'
import { createAccess } from '../features/access/module.ts'
import { addListEntries } from '../features/audit/routes/list-entries.ts'
import { createBrandCache, sandboxOf } from '../features/brands/index.ts'
import { addBrandRoutes } from '../features/brands/module.ts'
import { ConsoleFiles } from '../features/console/module.ts'
import { findDealerEmail } from '../features/dealers/index.ts'
import { addDealerRoutes } from '../features/dealers/module.ts'
import { createDeliveries } from '../features/deliveries/module.ts'
import { addDeliveryRoutes } from '../features/deliveries/routes/routes.ts'
import { recordFailedDeliveries } from '../features/events/index.ts'
import { addEventRoutes, registerEventDelivery } from '../features/events/module.ts'
import { addExportRecords } from '../features/exports/routes/export-records.ts'
import { createImports } from '../features/imports/module.ts'
import { followSecrets, jwtSecrets } from '../features/keys/index.ts'
import { addLeadRoutes, createLeads } from '../features/leads/module.ts'
import { assignDealer, describeDealer } from '../features/locator/index.ts'
import { createLocator } from '../features/locator/module.ts'
import { addExplainLocation } from '../features/locator/routes/explain-location.ts'
import { addShowOverview } from '../features/overview/routes/show-overview.ts'
import { createPostalCodes } from '../features/postal-codes/index.ts'
import { createErasureLog } from '../features/privacy/index.ts'
import { addPeopleRoutes } from '../features/privacy/module.ts'
import { createRegistrations } from '../features/registrations/module.ts'
import { addShowHealth } from '../features/system/routes/show-health.ts'
import { addShowSettings } from '../features/system/routes/show-settings.ts'
import { RECORD_PATHS } from '../features/warranties/index.ts'
import { addAdminWarrantyRoutes, createWarranties } from '../features/warranties/module.ts'
import { createWebForms } from '../features/web-forms/module.ts'
import type { Located } from '../features/widgets/module.ts'
import { createMetrics } from '../observability/http-metrics.ts'
import { createMeasurements } from '../observability/metrics.ts'
import { watchStatements } from '../observability/slow-statements.ts'
import { openTraces } from '../observability/tracing.ts'
import { systemClock as clock } from '../platform/clock.ts'
import { BUSY_BUDGET_MS } from '../platform/db/db.ts'
import { openDatabase } from '../platform/db/open.ts'
import { createOverload } from '../platform/http/overload.ts'
import type { App } from '../platform/http/server.ts'
import { createOutgoing } from '../platform/outgoing/client.ts'
import { createMailer } from '../platform/outgoing/mailer.ts'
import { VERSION } from '../version.ts'
import { addressOf } from './address.ts'
import { buildApp } from './app.ts'
import { createImportThread } from './import-thread.ts'
import { createLifecycle } from './lifecycle.ts'
import { requestObserver } from './request-observer.ts'

const STATEMENT_TIMEOUT_MS = BUSY_BUDGET_MS

/** Everything a server process runs. */
export type Service = Awaited<ReturnType<typeof compose>>

/** Connects the parts of the service. Nothing runs until `open`. `prepare` receives the app before its routes. */
export async function compose(config: Config, log: Logger, prepare?: (app: App) => void) {
  requireJwtSecret(config)
  const secrets = jwtSecrets(config)
  let currentSecrets = secrets
  const metrics = createMetrics()
  const measurements = createMeasurements(metrics, { embedded: !config.DATABASE_URL })
  const traces = await openTraces(config, log)
  const trace = traces?.trace
  const untraced = await openDatabase(config, {
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
    onError: (err) => log.warn({ err }, 'the database connection failed'),
    onCommit: measurements.onCommit,
    onStatement: watchStatements(log, { slowMs: config.SLOW_QUERY_MS, onStatement: traces?.onStatement }),
  })
  const db = traces?.ofDb(untraced) ?? untraced
  measurements.watchPool(db)
  const outgoing = createOutgoing({
    allowPrivate: config.ALLOW_PRIVATE_WEBHOOKS,
    userAgent: 'transom',
    trace,
  })
  const brands = createBrandCache(db)
  const smtp =
    config.SMTP_URL && config.SMTP_FROM ? { url: config.SMTP_URL, from: config.SMTP_FROM } : undefined
  const access = createAccess({
    db,
    clock,
    jwtSecrets: secrets,
    accessTtlS: config.TRANSOM_ACCESS_TTL,
    loginLimit: config.LOGIN_LIMIT_PER_MINUTE,
    rateLimitPerMinute: config.RATE_LIMIT_PER_MINUTE,
    clientLimitPerMinute: config.CLIENT_LIMIT_PER_MINUTE,
    trustedProxies: config.TRUSTED_PROXIES,
    requireSecondFactor: config.REQUIRE_SECOND_FACTOR,
    publicUrl: config.PUBLIC_URL,
    mail:
      smtp &&
      createAccountMail(createMailer(smtp), {
        baseUrl: config.PUBLIC_URL ?? addressOf(config),
        onError: (err) => log.warn({ err }, 'a mail with a link to an account could not be sent'),
      }),
    onError: (err) => log.error({ err }, 'a link to an account could not be made'),
    onRefusal: measurements.onRefusal,
  })
  const deliveries = createDeliveries({
    db,
    clock,
    log,
    retryScale: config.DELIVERY_RETRY_SCALE,
    isSandbox: sandboxOf(brands),
    pollMs: config.DELIVERY_POLL_MS,
    onFailed: recordFailedDeliveries,
    trace,
  })
  measurements.watchDeliveries(deliveries)
  registerEventDelivery({ db, clock, deliveries, outgoing })
  const warranties = createWarranties({ db, clock, log, brands, deliveries, outgoing, guards: access.guards })

  const postalCodes = await createPostalCodes({
    db,
    config,
    clock,
    onError: (err) => log.warn({ err }, 'geocoding failed'),
    onCall: measurements.onGeocoderCall,
    trace,
  })
  const webForms = createWebForms({ clock, brands, guards: access.guards, secrets: () => currentSecrets })
  const dealers = createLocator({
    db,
    brands,
    postalCodes,
    guards: access.guards,
  })

  const leads = createLeads({
    db,
    clock,
    log,
    brands,
    deliveries,
    outgoing,
    guardForm: webForms.guard,
    webhookTimeoutMs: config.LEAD_WEBHOOK_TIMEOUT_MS,
    smtp,
    async assignDealer(brandId, place) {
      const dealer = await assignDealer(dealers.context, { brandId, ...place })
      return dealer && { dealerId: dealer.id, dealer: { ...dealer } }
    },
    async chosenDealer(brandId, dealerId) {
      const dealer = await describeDealer(db.read, { brandId, dealerId })
      return dealer && { dealerId, dealer }
    },
    dealerEmail: (dealerId) => findDealerEmail(db.read, dealerId),
  })

  const registrations = createRegistrations({
    db,
    clock,
    brands,
    deliveries,
    guardForm: webForms.guard,
    publicUrl: config.PUBLIC_URL ?? addressOf(config),
    mailer: smtp && createMailer(smtp),
  })

  const imports = createImports({
    db,
    clock,
    log,
    thread: createImportThread(config),
    onDone: deliveries.wake,
  })

  const overload = createOverload({
    lagMs: config.SHED_LOAD_LAG_MS,
    onChange: (overloaded, lagMs) =>
      log.warn({ lagMs }, overloaded ? 'overloaded: requests are refused' : 'no longer overloaded'),
  })
  const consoleFiles = config.CONSOLE ? new ConsoleFiles({ log, dataDir: config.DATA_DIR }) : undefined
  const tiles = config.MAP_TILE_URL
    ? { url: config.MAP_TILE_URL, attribution: config.MAP_ATTRIBUTION ?? '' }
    : null
  const reloadSecrets = followSecrets(config, secrets, (secrets) => {
    currentSecrets = secrets
    access.useSecrets(secrets)
    log.info({ keys: secrets.map(keyId) }, 'the signing secrets were changed')
  })
  const lifecycle = createLifecycle({
    config,
    log,
    db,
    access,
    warranties,
    registrations,
    dealers,
    postalCodes,
    deliveries,
    imports,
    outgoing,
    overload,
    reloadSecrets,
    traces,
  })

  const app = buildApp(
    {
      log,
      db,
      clock,
      addAdminRoutes: (api) => {
        addDeliveryRoutes(api, { brands, deliveries, outgoing, mailer: smtp && createMailer(smtp) })
        addEventRoutes(api, {
          brands,
          deliveries,
          outgoing,
          targets: { allowPrivate: config.ALLOW_PRIVATE_WEBHOOKS },
        })
        addListEntries(api, auditNames(db.read))
        addShowHealth(api, { checks: serverChecks(db, config, {}) })
        addShowSettings(api, describeSettings(config))
        addShowOverview(api, { brands })
        addLeadRoutes(api, { brands, deliveries })
        access.addAdminRoutes(api)
        addBrandRoutes(api, {
          targets: { allowPrivate: config.ALLOW_PRIVATE_WEBHOOKS },
          recordPaths: RECORD_PATHS,
        })
        addPeopleRoutes(api, {
          brands,
          deliveries,
          get erasures() {
            return createErasureLog({ secrets: () => currentSecrets, folder: config.DATA_DIR })
          },
        })
        registrations.addAdminRoutes(api)
        addAdminWarrantyRoutes(api, {
          brands,
          deliveries,
          publicUrl: config.PUBLIC_URL ?? addressOf(config),
          ...auditNames(db.read),
        })
        imports.addRoutes(api)
        addDealerRoutes(api, { db, places: postalCodes })
        addExplainLocation(api, dealers.context)
        addExportRecords(api, { brands })
      },
      metrics,
      observe: requestObserver(config, log, traces),
      metricsToken: config.METRICS_TOKEN,
      access,
      warranties,
      dealers,
      leads,
      registrations,
      webConsole: consoleFiles && { files: consoleFiles, config: { version: VERSION, tiles } },
      webForms,
      widgets: {
        clock,
        brands,
        guards: access.guards,
        postalCodes,
        secrets: () => currentSecrets,
        locate: (token, slug, query) => dealers.find(token, slug, query) as Promise<Located>,
        async dealerName(brandId, dealerId) {
          if (!Number.isSafeInteger(dealerId)) return undefined
          const dealer = await describeDealer(db.read, { brandId, dealerId })
          return dealer?.name as string | undefined
        },
        submitLead: async ({ body, ...input }) => {
          await leads.submit({ ...input, body: body as never, once: undefined })
        },
        submitRegistration: ({ body, ...input }) => registrations.submit({ ...input, body: body as never }),
      },
      trustedProxies: config.TRUSTED_PROXIES,
      strictResponses: config.STRICT_RESPONSES,
      closedBecause: () => lifecycle.starting ?? overload.refusal(),
      onShed: (reason) => reason === overload.refusal() && measurements.onRefusal('overload'),
      readiness: lifecycle.readiness,
    },
    prepare,
  )

  return {
    app,
    open: lifecycle.open,
    startWork: lifecycle.startWork,
    offerSetUp: lifecycle.offerSetUp,
    prepareConsole: () => consoleFiles?.prepare(),
    stop: () => {
      consoleFiles?.stop()
      return lifecycle.stop(app)
    },
  }
}
