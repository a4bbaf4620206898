import type { AddressInfo } from 'node:net'
import type { OpenTestDatabase } from '../../test/support/db.ts'
import { createAccess } from '../features/access/module.ts'
import { createBrandCache } from '../features/brands/index.ts'
import { createLocator, type Locator } from '../features/locator/module.ts'
import { createPostalCodes } from '../features/postal-codes/index.ts'
import { createMetrics } from '../observability/http-metrics.ts'
import { systemClock } from '../platform/clock.ts'
import type { AppError } from '../platform/errors.ts'
import { createLogger } from '../platform/log.ts'
import { type AppParts, buildApp } from './app.ts'

interface Options {
  /** Whether the locator's fast path is used. */
  fast: boolean
  rateLimitPerMinute?: number
  clientLimitPerMinute?: number
  trustedProxies?: string[]
  closedBecause?: () => AppError | undefined
}

/** Starts the HTTP application with the locator alone, in this process. */
export async function startLocator(
  { db, env }: OpenTestDatabase,
  { fast, closedBecause = () => undefined, trustedProxies = [], ...options }: Options,
) {
  const access = createAccess({
    db,
    clock: systemClock,
    jwtSecrets: ['a secret of 32 bytes that nobody knows'],
    accessTtlS: 60,
    loginLimit: 0,
    rateLimitPerMinute: options.rateLimitPerMinute ?? 0,
    clientLimitPerMinute: options.clientLimitPerMinute ?? 0,
    trustedProxies,
  })
  const postalCodes = await createPostalCodes({
    db,
    config: { DATA_DIR: env.DATA_DIR!, GEOCODER: 'nominatim' },
    clock: systemClock,
    onError() {},
  })
  const locator = createLocator({ db, brands: createBrandCache(db), postalCodes, guards: access.guards })
  const metrics = createMetrics()
  const refused: string[] = []
  /** The number of requests that Fastify got. */
  let left = 0
  const none = { addRoutes() {} }
  const dealers: Locator = {
    ...locator,
    createFastPath(options) {
      const path = locator.createFastPath(options)
      return (request, response, next) => {
        const leave = () => {
          left++
          next(request, response)
        }
        if (fast) path(request, response, leave)
        else leave()
      }
    },
  }
  const app = buildApp({
    log: createLogger({ level: 'fatal' }),
    trustedProxies,
    strictResponses: true,
    metrics,
    metricsToken: undefined,
    access: none,
    addAdminRoutes() {},
    warranties: { ...none, addVerification() {} },
    leads: none,
    registrations: none,
    webForms: none,
    widgets: { guards: access.guards },
    dealers,
    readiness: async () => ({ ready: true }),
    closedBecause,
    onShed: (reason: AppError) => refused.push(reason.code),
  } as unknown as AppParts)
  await app.listen({ host: '127.0.0.1', port: 0 })
  return {
    url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`,
    refused,
    left: () => left,
    metrics: () => metrics.render(),
    async close() {
      await app.close()
      await postalCodes.close()
    },
  }
}
