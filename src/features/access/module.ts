import type { FastifyRequest } from 'fastify'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import { createClientOf } from '../../platform/http/client-of.ts'
import { crossOrigin, senderOf } from '../../platform/http/same-origin.ts'
import type { App } from '../../platform/http/server.ts'
import type { AdminApi, Admit } from '../admin-api/index.ts'
import type { AccountMail } from './account-links/account-mail.ts'
import { deleteExpiredLinks } from './account-links/queries.ts'
import { createAdminGuard } from './admin-guard.ts'
import { deleteExpiredBrowserSessions } from './browser-sessions/queries.ts'
import type { AccountContext } from './context.ts'
import { createAccessCache, createRevokedFamilyCache } from './directory.ts'
import { createSetUpOffer, type SetUpOffer } from './first-administrator/offer-set-up.ts'
import { createGuards, type Guards } from './guards.ts'
import type { Limit } from './limits.ts'
import { deleteUsedTokens } from './operations/refresh-session.ts'
import { deleteIdleCallers } from './rate-limit/queries.ts'
import { createRateLimit } from './rate-limit/rate-limit.ts'
import { shareRateLimit } from './rate-limit/share-rate-limit.ts'
import { addAccessRoutes } from './routes/access-routes.ts'
import { addAccountRoutes } from './routes/account-routes.ts'
import { addLogIn } from './routes/log-in.ts'
import { addLogOut } from './routes/log-out.ts'
import { addRefreshSession } from './routes/refresh-session.ts'
import { ADDRESS_FACTOR, createLoginThrottle } from './sessions/login-throttle.ts'
import { deleteExpiredFamilies } from './sessions/queries.ts'
import { createTokenSigner } from './sessions/token-signer.ts'
import { type TokenUse, trackTokenUse } from './tokens/token-use.ts'

interface AccessOptions {
  db: Db
  clock: Clock
  /** The signing secret, then older ones whose tokens are still valid. */
  jwtSecrets: readonly [string, ...string[]]
  accessTtlS: number
  /** Failed logins in one minute, per account; three times as many per address. 0: no limit. */
  loginLimit: number
  /** True: at the administration, users without a second factor may only set one up. */
  requireSecondFactor?: boolean
  /** This server's address for browsers. */
  publicUrl?: string | undefined
  /** Absent: no mails about accounts are sent. */
  mail?: AccountMail | undefined
  /** Requests of a caller in a minute to one interface, for all processes together. 0: no limit. */
  rateLimitPerMinute: number
  /** Requests of one client with a publishable key in a minute to one interface. 0, the default: no limit. */
  clientLimitPerMinute?: number
  /** Reverse proxies whose reports of client addresses are trusted. */
  trustedProxies?: readonly string[]
  /** Called when work that nobody waits for has failed. */
  onError?: (error: unknown) => void
  /** Called for every request and login that a limit refuses. */
  onRefusal?: (limit: Limit) => void
}

export interface Access {
  guards: Guards
  /** Admits callers of the administration. */
  admit: Admit
  /** Throws CROSS_ORIGIN when a page of another site sends a request that needs no caller. */
  refuseOtherSites(request: FastifyRequest): void
  addRoutes(app: App): void
  /** Adds the endpoints with which people sign in, and of users and tokens. */
  addAdminRoutes(api: AdminApi): void
  /** Shares the rate limits with other processes. Returns a function that stops it. */
  shareRateLimits(onError: (error: unknown) => void): () => unknown
  /** Signs with the first of these secrets from now on, and accepts all of them. */
  useSecrets(secrets: AccessOptions['jwtSecrets']): void
  /** Writes when API tokens were last used. Call it about once a second, and with `all` at the end. */
  writeTokenUse: TokenUse['write']
  /** Returns this process's offer to make the first administrator. `announce` shows the address's path. */
  offerSetUp(announce: (path: string) => void): SetUpOffer
  /** Deletes expired records. */
  cleanUp(): Promise<void>
}

export function createAccess(options: AccessOptions): Access {
  const { db, clock, accessTtlS, publicUrl } = options
  const ctx: AccountContext = {
    db,
    clock,
    accessTtlS,
    publicUrl,
    requireSecondFactor: options.requireSecondFactor ?? false,
    mail: options.mail,
    resetsPerMinute: options.loginLimit * ADDRESS_FACTOR,
    loginThrottle: createLoginThrottle(
      { db, clock, onRefusal: () => options.onRefusal?.('logins') },
      options.loginLimit,
    ),
    tokenUse: trackTokenUse({ db, clock }),
    signer: createTokenSigner(options.jwtSecrets),
    directory: createAccessCache(db),
    revokedFamilies: createRevokedFamilyCache(db, () => clock.now()),
  }
  const perMinute = options.rateLimitPerMinute
  const perClient = options.clientLimitPerMinute ?? 0
  const limits = {
    callers: createRateLimit(perMinute, { onRefusal: () => options.onRefusal?.('requests') }),
    clients: createRateLimit(perClient, { name: 'client', onRefusal: () => options.onRefusal?.('clients') }),
  }
  const guards = createGuards(ctx, { limits, clientOf: createClientOf(options.trustedProxies ?? []) })
  const admit = createAdminGuard(ctx, limits.callers)
  return {
    guards,
    admit,
    refuseOtherSites(request) {
      if (senderOf(request, publicUrl) === 'other') throw crossOrigin()
    },
    addAdminRoutes(api) {
      addAccountRoutes(api, ctx, { admit, onError: (error) => options.onError?.(error) })
      addAccessRoutes(api, ctx)
    },
    addRoutes(app) {
      addLogIn(app, ctx)
      addRefreshSession(app, ctx)
      addLogOut(app, ctx, guards)
    },
    shareRateLimits(onError) {
      const { callers, clients } = limits
      const stops = [
        callers && shareRateLimit(callers, { db, clock, perMinute, onError }),
        clients && shareRateLimit(clients, { db, clock, perMinute: perClient, onError }),
      ]
      return () => Promise.all(stops.map((stop) => stop?.()))
    },
    useSecrets(secrets) {
      ctx.signer = createTokenSigner(secrets)
    },
    writeTokenUse: ctx.tokenUse.write,
    offerSetUp: (announce) => createSetUpOffer(ctx, announce),
    async cleanUp() {
      await db.write(async (trx) => {
        await deleteExpiredFamilies(trx, clock.now())
        await deleteExpiredBrowserSessions(trx, clock.now())
        await deleteExpiredLinks(trx, clock.now())
        await deleteIdleCallers(trx, clock.now())
      })
      await deleteUsedTokens(ctx)
    },
  }
}
