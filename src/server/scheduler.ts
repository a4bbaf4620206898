import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import type { Access } from '../features/access/module.ts'
import { pruneDeliveries } from '../features/deliveries/index.ts'
import { pruneEvents } from '../features/events/index.ts'
import { pruneImports } from '../features/imports/index.ts'
import { pruneLeads } from '../features/leads/index.ts'
import type { Locator } from '../features/locator/module.ts'
import { rollUpCounts } from '../features/overview/index.ts'
import type { PostalCodes } from '../features/postal-codes/index.ts'
import { pruneErasures } from '../features/privacy/index.ts'
import { pruneRegistrations } from '../features/registrations/index.ts'
import type { Registrations } from '../features/registrations/module.ts'
import type { Warranties } from '../features/warranties/module.ts'
import { deleteExpiredChallenges } from '../features/web-forms/index.ts'
import { systemClock as clock } from '../platform/clock.ts'
import type { Db } from '../platform/db/db.ts'
import { type Overload, watchEventLoop } from '../platform/http/overload.ts'
import { deleteExpiredAnswers } from '../platform/idempotency.ts'
import { forgetOldWindows } from '../platform/throttle.ts'
import { every, onceADay } from './intervals.ts'

const REFRESH_MS = 250
const TOKEN_USE_MS = 1_000
const SECRETS_MS = 1_000
const REGISTRATIONS_MS = 1_000
const SET_UP_MS = 15_000
const HOUR_MS = 3_600_000

export interface JobParts {
  config: Config
  log: Logger
  db: Db
  access: Access
  warranties: Warranties
  registrations: Registrations
  dealers: Locator
  postalCodes: PostalCodes
  overload: Overload
  /** Loads the signing secrets again if they have changed. */
  reloadSecrets(): void
}

/** Stops a job; resolves when its current run is over. */
type Stop = () => unknown

/** Starts the jobs that run every second or more often. Returns functions that stop them. */
export function startFrequentJobs({
  log,
  access,
  dealers,
  postalCodes,
  overload,
  reloadSecrets,
}: JobParts): Stop[] {
  const report = reportTo(log)
  return [
    // Other processes may have changed what is cached.
    every(REFRESH_MS, () => dealers.refresh(), report),
    every(REFRESH_MS, () => postalCodes.refresh(), report),
    every(SECRETS_MS, reloadSecrets, report),
    every(TOKEN_USE_MS, () => access.writeTokenUse(), report),
    watchEventLoop(overload.sample),
    access.shareRateLimits((err) => log.warn({ err }, 'each process limits requests separately for now')),
  ]
}

/**
 * Prints a one-time address at which the first administrator is made, while there is none.
 * @param url this server's address for browsers
 */
export function startSetUpOffer({ access, log }: Pick<JobParts, 'access' | 'log'>, url: string): Stop {
  const offer = access.offerSetUp((path) =>
    log.warn(
      `There is no administrator yet. Become the first at ${url}${path} (works once, until the server stops).`,
    ),
  )
  const report = (err: unknown) =>
    log.warn({ err }, 'the address for the first administrator is not valid now')
  const stop = every(SET_UP_MS, () => offer.renew(), report)
  return async () => {
    await stop()
    await offer.withdraw().catch(report)
  }
}

/** Starts the hourly and daily jobs. Returns functions that stop them. */
export function startRareJobs({
  config,
  log,
  db,
  access,
  warranties,
  registrations,
  postalCodes,
}: JobParts): Stop[] {
  const report = reportTo(log)
  const logRemoved = (removed: Record<string, number>) => {
    if (Object.values(removed).some((count) => count > 0)) {
      log.info(removed, 'records past their retention were removed')
    }
  }
  const deliveryDays = {
    deliveredDays: config.RETENTION_DELIVERIES_DAYS,
    failedDays: config.RETENTION_FAILED_DAYS,
    attemptsDays: config.RETENTION_ATTEMPTS_DAYS,
  }
  // Separate jobs: if one fails, the others still run.
  const cleanUps = [
    () => access.cleanUp(),
    () => postalCodes.forgetOldAnswers(),
    () => db.write((trx) => forgetOldWindows(trx, clock.now())),
    () => db.write((trx) => deleteExpiredAnswers(trx, clock.now())),
    () => db.write((trx) => deleteExpiredChallenges(trx, clock.now())),
    async () => logRemoved({ imports: await pruneImports({ db, clock }) }),
    async () => logRemoved({ leads: await pruneLeads({ db, clock }, config.RETENTION_LEADS_DAYS) }),
    async () =>
      logRemoved({
        registrations: await pruneRegistrations({ db, clock }, config.RETENTION_REGISTRATIONS_DAYS),
      }),
    async () => logRemoved(await pruneDeliveries({ db, clock }, deliveryDays)),
    async () => logRemoved({ events: await pruneEvents({ db, clock }) }),
    () => rollUpCounts({ db, clock }),
    async () => logRemoved({ erasures: await pruneErasures({ db, clock }, config.RETENTION_ERASURES_DAYS) }),
  ]
  const expire = async () => {
    const expired = await warranties.expire()
    if (expired > 0) log.info({ expired }, 'warranties past their end date expired')
  }
  return [
    onceADay(expire, report),
    every(REGISTRATIONS_MS, () => registrations.acceptMatching(), report),
    ...cleanUps.map((job) => every(HOUR_MS, job, report)),
  ]
}

function reportTo(log: Logger) {
  return (err: unknown) => log.error({ err }, 'a scheduled job failed')
}
