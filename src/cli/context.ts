import { auditNames } from '../audit-names.ts'
import { type Config, readConfig, requireJwtSecret } from '../config.ts'
import type { AuditContext } from '../features/audit/index.ts'
import type { BackupSource } from '../features/backups/cli.ts'
import { createBrandCache, sandboxOf } from '../features/brands/index.ts'
import type { TestContext } from '../features/deliveries/index.ts'
import { createDeliveries } from '../features/deliveries/module.ts'
import { type EventCommandContext, recordFailedDeliveries } from '../features/events/index.ts'
import { jwtSecrets, SECRET_FILES } from '../features/keys/index.ts'
import type { LeadAdministration } from '../features/leads/index.ts'
import type { LocatorContext } from '../features/locator/index.ts'
import { createLocatorContext } from '../features/locator/module.ts'
import { createPostalCodes, type PostalCodes } from '../features/postal-codes/index.ts'
import { createErasureLog, type PrivacyContext } from '../features/privacy/index.ts'
import type { RegistrationContext } from '../features/registrations/index.ts'
import type { SetupContext } from '../features/setup/index.ts'
import { RECORD_PATHS, type WarrantyContext } from '../features/warranties/index.ts'
import { registerCrmSync } from '../features/warranties/module.ts'
import type { Opened } from '../platform/cli/opened.ts'
import { systemClock as clock } from '../platform/clock.ts'
import type { OperationContext } from '../platform/context.ts'
import type { Db } from '../platform/db/db.ts'
import { migrate } from '../platform/db/migrate.ts'
import { type Absent, openDatabase } from '../platform/db/open.ts'
import { createLogger } from '../platform/log.ts'
import { createOutgoing } from '../platform/outgoing/client.ts'
import { createMailer } from '../platform/outgoing/mailer.ts'
import { shellPrincipal } from '../platform/principal.ts'

/**
 * Opens for each command what it needs, and closes it when the work is done. Only `migrate` and `withFirst…` create an
 * embedded database where there is none: for other commands, its absence means a wrong folder.
 */
export interface CommandContext {
  /** Migrates the database to the newest schema. Returns the applied migrations. */
  migrate(): Promise<string[]>
  withDatabase: Opened<OperationContext>
  withFirstDatabase: Opened<OperationContext>
  withAdministration: Opened<SetupContext>
  withFirstAdministration: Opened<SetupContext>
  withAudit: Opened<AuditContext>
  withDeliveries: Opened<WarrantyContext & TestContext>
  withEvents: Opened<EventCommandContext>
  withLeads: Opened<LeadAdministration>
  withWarranties: Opened<WarrantyContext>
  withRegistrations: Opened<RegistrationContext>
  withPrivacy: Opened<PrivacyContext>
  withLocator: Opened<LocatorContext>
  /** Returns the database to back up or restore. Neither opens nor migrates it. */
  backupSource(): Promise<BackupSource>
}

/** Reads the settings when the first command needs them. @throws ConfigError at that moment */
export function commandContext(env: NodeJS.ProcessEnv): CommandContext {
  const databaseWith =
    (absent: Absent): Opened<OperationContext> =>
    (work) =>
      withDatabase(readConfig(env), absent, (db) => work({ db, clock, principal: shellPrincipal() }))
  const administrationWith =
    (absent: Absent): Opened<SetupContext> =>
    (work) =>
      withPostalCodes(env, absent, ({ db, postalCodes: { locate, locateAll }, config }) => {
        const targets = { allowPrivate: config.ALLOW_PRIVATE_WEBHOOKS }
        const rules = { targets, recordPaths: RECORD_PATHS, locate, locateAll }
        return work({ db, clock, principal: shellPrincipal(), ...rules })
      })
  return {
    migrate: () => withOpened(readConfig(env), 'make', migrate),
    withDatabase: databaseWith('refuse'),
    withFirstDatabase: databaseWith('make'),
    withAdministration: administrationWith('refuse'),
    withFirstAdministration: administrationWith('make'),
    withAudit: (work) => databaseWith('refuse')((ctx) => work({ ...ctx, ...auditNames(ctx.db.read) })),
    withDeliveries: (work) => withOutbox(env, work),
    withEvents: (work) => {
      const targets = { allowPrivate: readConfig(env).ALLOW_PRIVATE_WEBHOOKS }
      return withOutbox(env, (ctx) => work({ ...ctx, targets }))
    },
    withLeads: (work) => withOutbox(env, work),
    withWarranties: (work) => withOutbox(env, work),
    withRegistrations: (work) => withOutbox(env, work),
    withPrivacy: (work) => {
      const config = readConfig(env)
      const secrets = () => {
        requireJwtSecret(config)
        return jwtSecrets(config)
      }
      const erasures = createErasureLog({ secrets, folder: config.DATA_DIR })
      return withOutbox(env, (ctx) => work({ ...ctx, erasures }))
    },
    withLocator: (work) =>
      withPostalCodes(env, 'refuse', ({ db, postalCodes }) =>
        work(createLocatorContext({ db, brands: createBrandCache(db), postalCodes }, shellPrincipal())),
      ),
    async backupSource() {
      const { DATABASE_URL, DATA_DIR } = readConfig(env)
      if (!DATABASE_URL) return { clock, folder: DATA_DIR, secretFiles: SECRET_FILES }
      const { placeOf } = await import('../platform/db/postgres-place.ts')
      return { postgres: placeOf(DATABASE_URL) }
    },
  }
}

function withOutbox<T>(
  env: NodeJS.ProcessEnv,
  work: (ctx: WarrantyContext & TestContext) => Promise<T>,
): Promise<T> {
  const config = readConfig(env)
  return withDatabase(config, 'refuse', async (db) => {
    const log = createLogger({ level: 'silent' })
    const outgoing = createOutgoing({ allowPrivate: config.ALLOW_PRIVATE_WEBHOOKS, userAgent: 'transom' })
    const brands = createBrandCache(db)
    const deliveries = createDeliveries({
      ...{ db, clock, log, retryScale: config.DELIVERY_RETRY_SCALE },
      onFailed: recordFailedDeliveries,
      isSandbox: sandboxOf(brands),
    })
    // A retried delivery changes the status of its warranty.
    registerCrmSync({ db, clock, log, brands, deliveries, outgoing })
    const { SMTP_URL: url, SMTP_FROM: from } = config
    const mailer = url && from ? createMailer({ url, from }) : undefined
    try {
      return await work({ db, clock, principal: shellPrincipal(), brands, deliveries, outgoing, mailer })
    } finally {
      await outgoing.close()
    }
  })
}

function withPostalCodes<T>(
  env: NodeJS.ProcessEnv,
  absent: Absent,
  work: (parts: { db: Db; postalCodes: PostalCodes; config: Config }) => Promise<T>,
): Promise<T> {
  const config = readConfig(env)
  return withDatabase(config, absent, async (db) => {
    const postalCodes = await createPostalCodes({ db, config, clock, onError: ignore })
    try {
      return await work({ db, postalCodes, config })
    } finally {
      await postalCodes.close()
    }
  })
}

function withDatabase<T>(config: Config, absent: Absent, work: (db: Db) => Promise<T>): Promise<T> {
  return withOpened(config, absent, async (db) => {
    await migrate(db)
    return work(db)
  })
}

async function withOpened<T>(config: Config, absent: Absent, work: (db: Db) => Promise<T>): Promise<T> {
  // No time limit: an import may be long.
  const db = await openDatabase(config, { statementTimeoutMs: 0, onError: ignore, absent })
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}

/** Ignores background errors: if one matters, the command itself fails. */
function ignore(): void {}
