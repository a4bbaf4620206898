import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { buildApp } from './app.ts'
import type { Config } from './config.ts'
import { callerOf, createAccess, keyId } from './features/access/index.ts'
import { holdBrands } from './features/brands/index.ts'
import { createDealers, findDealerEmail } from './features/dealers/index.ts'
import { createDeliveries, pruneDeliveries } from './features/deliveries/index.ts'
import { createLeads, pruneLeads } from './features/leads/index.ts'
import { createMetricsAccess } from './features/operations/index.ts'
import { createPostalCodes } from './features/postal-codes/index.ts'
import { createWarranties } from './features/warranties/index.ts'
import { createMeasurements } from './measurements.ts'
import { systemClock as clock } from './platform/clock.ts'
import { migrate } from './platform/db/migrate.ts'
import { openDatabase } from './platform/db/open.ts'
import { isUnavailable } from './platform/db/unavailable.ts'
import { AppError } from './platform/errors.ts'
import { createMetrics } from './platform/http/metrics.ts'
import { createOverload, watchEventLoop } from './platform/http/overload.ts'
import { logRequests } from './platform/http/request-log.ts'
import type { App } from './platform/http/server.ts'
import { forgetOldAnswers } from './platform/idempotency.ts'
import { createOutgoing } from './platform/outgoing/client.ts'
import { every, onceADay } from './platform/schedule.ts'
import { forgetOldWindows } from './platform/throttle.ts'
import { followSecrets, jwtSecrets } from './secrets.ts'
import { watchStatements } from './statements.ts'
import { openTraces, type Traces } from './tracing.ts'

const STATEMENT_TIMEOUT_MS = 5_000
const RETRY_OPENING_MS = 500
const REFRESH_MS = 250
const TOKEN_USE_MS = 1_000
const SECRETS_MS = 1_000
const HOUR_MS = 3_600_000
const JOBS_GRACE_MS = 5_000
const CLOSE_GRACE_MS = 3_000

/** Wires the service together. Nothing runs until `open`. `prepare` sees the app before its routes. */
export async function compose(config: Config, log: Logger, prepare?: (app: App) => void) {
  const secrets = jwtSecrets(config)
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
  const brands = holdBrands(db)
  const access = createAccess({
    db,
    clock,
    jwtSecrets: secrets,
    accessTtlS: config.TRANSOM_ACCESS_TTL,
    loginLimit: config.LOGIN_LIMIT_PER_MINUTE,
    rateLimitPerMinute: config.RATE_LIMIT_PER_MINUTE,
    onRefusal: measurements.onRefusal,
  })
  const deliveries = createDeliveries({
    db,
    clock,
    log,
    retryScale: config.DELIVERY_RETRY_SCALE,
    pollMs: config.DELIVERY_POLL_MS,
    trace,
  })
  const warranties = createWarranties({ db, clock, log, brands, deliveries, outgoing, guards: access.guards })

  const postalCodes = await createPostalCodes({
    db,
    config,
    clock,
    onError: (err) => log.warn({ err }, 'geocoding failed'),
    onCall: measurements.onGeocoderCall,
    trace,
  })
  const dealers = createDealers({
    db,
    brands,
    postalCodes,
    guards: access.guards,
    cacheBytes: config.LOCATOR_CACHE_MB * 2 ** 20,
    cacheUse: measurements.cacheUse,
  })

  const leads = createLeads({
    db,
    clock,
    log,
    brands,
    deliveries,
    outgoing,
    guards: access.guards,
    webhookTimeoutMs: config.LEAD_WEBHOOK_TIMEOUT_MS,
    smtp: config.SMTP_URL && config.SMTP_FROM ? { url: config.SMTP_URL, from: config.SMTP_FROM } : undefined,
    async assignDealer(brandId, place) {
      const dealer = await dealers.assign(brandId, place)
      return dealer && { dealerId: dealer.id, dealer: { ...dealer } }
    },
    dealerEmail: (dealerId) => findDealerEmail(db.read, dealerId),
  })

  metrics.gauge('transom_deliveries', 'Deliveries that wait, or failed for good', 'status', () =>
    deliveries.count(),
  )
  metrics.gauge(
    'transom_deliveries_oldest_seconds',
    'How long the oldest of the deliveries that wait has waited, and the first has been due',
    'since',
    async () => {
      const { waiting_s, overdue_s } = await deliveries.oldest()
      return { created: waiting_s, due: overdue_s }
    },
  )

  const starting = new AppError('UNAVAILABLE', 'The server is starting: its database is not ready yet.', {
    retryAfter: 2,
    quiet: true,
  })
  const overload = createOverload({
    lagMs: config.SHED_LOAD_LAG_MS,
    onChange: (overloaded, lagMs) =>
      log.warn({ lagMs }, overloaded ? 'overloaded: requests are turned away' : 'no longer overloaded'),
  })
  let opened = false
  let stopping = false
  const stopJobs: (() => unknown)[] = []

  const app = buildApp(
    {
      log,
      metrics,
      observe: onlookers(config, log, traces),
      requireMetricsAccess: createMetricsAccess({ token: config.METRICS_TOKEN }),
      access,
      warranties,
      dealers,
      leads,
      trustedProxies: config.TRUSTED_PROXIES,
      strictResponses: config.STRICT_RESPONSES,
      closedBecause: () => (opened ? overload.refusal() : starting),
      onTurnedAway: (reason) => reason !== starting && measurements.onRefusal('overload'),
      async readiness() {
        if (stopping) return { ready: false, reason: 'The server is stopping.' }
        if (!opened) return { ready: false, reason: 'The database has not been reached or migrated yet.' }
        try {
          await db.ping()
          return { ready: true }
        } catch {
          return { ready: false, reason: 'The database does not answer.' }
        }
      },
    },
    prepare,
  )

  const lookAtSecrets = followSecrets(config, secrets, (secrets) => {
    access.useSecrets(secrets)
    log.info({ keys: secrets.map(keyId) }, 'the signing secrets were changed')
  })
  const report = (err: unknown) => log.error({ err }, 'a scheduled job failed')

  /**
   * Migrates as soon as the database is there, then lets requests in. False when it was told to stop before. Throws
   * when it never can.
   */
  async function open(): Promise<boolean> {
    while (!stopping) {
      try {
        const applied = await migrate(db)
        if (applied.length > 0) log.info({ migrations: applied }, 'the database was migrated')
        if (stopping) break
        opened = true
        stopJobs.push(
          every(REFRESH_MS, refresh, report),
          every(SECRETS_MS, lookAtSecrets, report),
          every(TOKEN_USE_MS, () => access.writeTokenUse(), report),
          watchEventLoop(overload.sample),
          access.shareRateLimit((err) => log.warn({ err }, 'each process limits requests by itself for now')),
        )
        return true
      } catch (err) {
        if (stopping) break
        if (!isUnavailable(err)) throw err
        log.warn({ err }, 'waiting for the database')
        await sleep(RETRY_OPENING_MS)
      }
    }
    return false
  }

  /** Others may have changed what is held in memory. */
  function refresh(): void {
    dealers.refresh()
    postalCodes.refresh()
  }

  /** Starts what runs beside requests: deliveries, and the jobs of the day and of the hour. */
  function startWork(): void {
    deliveries.start()
    stopJobs.push(
      onceADay(async () => {
        const expired = await warranties.expire()
        if (expired > 0) log.info({ expired }, 'warranties past their end date expired')
      }, report),
      ...cleanUps.map((job) => every(HOUR_MS, job, report)),
    )
  }

  /** Each by itself: while one fails, the others keep what was promised of how long things are kept. */
  const cleanUps = [
    () => access.cleanUp(),
    () => postalCodes.forgetOldAnswers(),
    () => db.write((trx) => forgetOldWindows(trx, clock.now())),
    () => db.write((trx) => forgetOldAnswers(trx, clock.now())),
    async () => tellRemoved({ leads: await pruneLeads({ db, clock }, config.RETENTION_LEADS_DAYS) }),
    async () =>
      tellRemoved(
        await pruneDeliveries(
          { db, clock },
          {
            deliveredDays: config.RETENTION_DELIVERIES_DAYS,
            failedDays: config.RETENTION_FAILED_DAYS,
            attemptsDays: config.RETENTION_ATTEMPTS_DAYS,
          },
        ),
      ),
  ]

  function tellRemoved(removed: Record<string, number>): void {
    if (Object.values(removed).some((count) => count > 0)) {
      log.info(removed, 'what was kept long enough was removed')
    }
  }

  /** Fails readiness, lets requests, deliveries and jobs under way finish, and closes what was opened. */
  async function stop(): Promise<void> {
    stopping = true
    const jobsOver = Promise.all(stopJobs.map((stopJob) => stopJob()))
    await sleep(config.SHUTDOWN_GRACE_MS)
    // What takes too long is broken off while callers who wait for it can still be told.
    const sent = deliveries.stop()
    await app.close()
    await sent
    // What was begun meanwhile, for callers who have hung up.
    await deliveries.stop()
    if (opened) await access.writeTokenUse({ all: true }).catch(report)
    // One that has much to remove goes on at the next start.
    await Promise.race([jobsOver, sleep(JOBS_GRACE_MS)])
    await outgoing.close()
    await postalCodes.close()
    // One that is frozen, or whose machine is gone, never says that a connection has ended.
    const closed = await Promise.race([db.close().then(() => true), sleep(CLOSE_GRACE_MS, false)])
    if (!closed) log.warn('the database does not answer: its connections are left to it')
    await traces?.stop()
  }

  return { app, open, startWork, stop }
}

/** Who looks on at every request; undefined where nobody does, which costs nothing. */
function onlookers(
  config: Config,
  log: Logger,
  traces: Traces | undefined,
): ((app: App) => void) | undefined {
  if (!config.ACCESS_LOG) return traces?.observe
  return (app) => {
    traces?.observe(app)
    logRequests(app as never, log, callerOf)
  }
}
