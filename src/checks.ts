import { join } from 'node:path'
import { type Config, ConfigError, readConfig, requireJwtSecret, unknownSettings } from './config.ts'
import { checkAccess } from './features/access/index.ts'
import { checkTargets, createBrandCache } from './features/brands/index.ts'
import { checkDealers } from './features/dealers/index.ts'
import { checkDeliveries } from './features/deliveries/index.ts'
import {
  checkDataFolder,
  checkPostgres,
  checkProcess,
  checkSchema,
  checkSettings,
  integrityCheck,
  unusable,
  wrongSettings,
} from './features/doctor/index.ts'
import { checkMail } from './features/leads/index.ts'
import { checkCountries } from './features/locator/index.ts'
import { checkGeocoder } from './features/postal-codes/index.ts'
import { type Check, type Finding, warning } from './platform/check.ts'
import { systemClock as clock } from './platform/clock.ts'
import type { Db } from './platform/db/db.ts'
import { DATABASE_FILE, hasDatabase, openDatabase } from './platform/db/open.ts'

const STATEMENT_TIMEOUT_MS = 8_000

/** Runs work with all checks of `transom doctor`, then closes what they opened. Changes nothing. */
export async function withChecks<T>(
  env: NodeJS.ProcessEnv,
  testMailTo: string | undefined,
  work: (checks: Check[]) => Promise<T>,
): Promise<T> {
  let config: Config
  try {
    config = readConfig(env)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return work([{ name: 'settings', run: async () => wrongSettings(error.issues) }, MACHINE])
  }
  const database = join(config.DATA_DIR, DATABASE_FILE)
  const embedded = !config.DATABASE_URL
  const around = surroundingChecks(config, env, testMailTo)
  if (embedded && !hasDatabase(config.DATA_DIR)) {
    const none = warning(`There is no database in ${config.DATA_DIR} yet.`, 'The first start makes it.')
    return work([...around, { name: 'database', run: async () => [none] }])
  }
  const file = embedded ? [integrityCheck(database)] : []
  let db: Db
  try {
    db = await openDatabase(config, { statementTimeoutMs: STATEMENT_TIMEOUT_MS, onError: () => {} })
  } catch (error) {
    return work([...around, ...file, { name: 'database', run: async () => [unusable(error)] }])
  }
  try {
    return await work([...around, ...file, ...contentChecks(db, config)])
  } finally {
    await db.close()
  }
}

/**
 * Returns what a running server checks of itself: settings and surroundings, for everybody who may see them, and the
 * content of the database, for those who may see all brands.
 */
export function serverChecks(db: Db, config: Config, env: NodeJS.ProcessEnv) {
  return {
    surroundings: surroundingChecks(config, env),
    // Made for each run: the schema is found once for all checks of a run, and a server starts before it migrates.
    get content() {
      return contentChecks(db, config)
    },
  }
}

const MACHINE: Check = { name: 'machine', run: async () => checkProcess() }

function surroundingChecks(config: Config, env: NodeJS.ProcessEnv, testMailTo?: string): Check[] {
  const embedded = !config.DATABASE_URL
  return [
    { name: 'settings', run: async () => settingsOf(config, env) },
    MACHINE,
    { name: 'data folder', run: async () => checkDataFolder(config.DATA_DIR, { embedded }) },
    { name: 'geocoder', run: () => checkGeocoder(config) },
    { name: 'mail', timeoutMs: 25_000, run: () => checkMail(smtpOf(config), testMailTo) },
  ]
}

/** Returns the checks of the database's content. They run only if the schema is the one that this version knows. */
function contentChecks(db: Db, config: Config): Check[] {
  const schema = checkSchema(db)
  const rules = { allowPrivate: config.ALLOW_PRIVATE_WEBHOOKS }
  const nowMs = Math.floor(clock.now() / 1000)
  const checks: [name: string, run: () => Promise<Finding[]>][] = [
    [
      'targets',
      async () => checkTargets((await createBrandCache(db).getFresh()).byId.values(), rules, nowMs),
    ],
    ['dealers', () => checkDealers(db.read)],
    ['countries', () => checkCountries(db.read, config)],
    ['users and tokens', () => checkAccess(db.read, clock)],
    ['deliveries', () => checkDeliveries(db.read, clock)],
  ]
  const isCurrent = schema.then((findings) => findings.every(({ level }) => level === 'ok'))
  const answers = schema.then((findings) => findings.every(({ level }) => level !== 'fault'))
  const server: Check = {
    name: 'PostgreSQL',
    run: async () => ((await answers) ? checkPostgres(db, clock, config.DATABASE_POOL_SIZE) : []),
  }
  return [
    { name: 'database', run: () => schema },
    ...(config.DATABASE_URL ? [server] : []),
    ...checks.map(([name, run]) => ({ name, run: async () => ((await isCurrent) ? run() : []) })),
  ]
}

function settingsOf(config: Config, env: NodeJS.ProcessEnv): Finding[] {
  try {
    requireJwtSecret(config)
  } catch (error) {
    if (error instanceof ConfigError) return wrongSettings(error.issues)
    throw error
  }
  return checkSettings(config, unknownSettings(env))
}

function smtpOf({ SMTP_URL: url, SMTP_FROM: from }: Config) {
  return url && from ? { url, from } : undefined
}
