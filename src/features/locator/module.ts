import { systemClock } from '../../platform/clock.ts'
import type { Cached } from '../../platform/db/cached.ts'
import type { Db } from '../../platform/db/db.ts'
import type { App, FastPath } from '../../platform/http/server.ts'
import { type Principal, SYSTEM } from '../../platform/principal.ts'
import type { ApiToken, Guards } from '../access/index.ts'
import type { Brands } from '../brands/index.ts'
import type { PostalCodes } from '../postal-codes/index.ts'
import { textOf } from './byte-text.ts'
import type { LocatorContext } from './context.ts'
import { locateDealers } from './operations/locate-dealers.ts'
import { createFastPath, type FastPathOptions } from './routes/fast-path.ts'
import { addLocateDealers, principalOf } from './routes/locate-dealers.ts'
import type { LocateInput } from './selection/read-query.ts'
import { createSnapshots } from './snapshot/snapshots.ts'

interface Parts {
  db: Db
  brands: Cached<Brands>
  postalCodes: PostalCodes
}

/** The dealer locator. */
export interface Locator {
  /** For other features' use of its operations. */
  context: LocatorContext
  addRoutes(app: App): void
  /**
   * Finds dealers for a page of this server, with a key of the brand. Parameters are those of the interface but `brand`.
   * Returns the interface's answer.
   */
  find(token: ApiToken, brand: string, parameters: LocateInput): Promise<unknown>
  createFastPath(options: FastPathOptions): FastPath
  /** Loads what has changed in the database; to be called a few times a second. */
  refresh(): void
}

export function createLocatorContext(parts: Parts, principal: Principal = SYSTEM): LocatorContext {
  return { ...parts, principal, clock: systemClock, snapshots: createSnapshots(parts.db) }
}

export function createLocator({ guards, ...parts }: Parts & { guards: Guards }): Locator {
  const context = createLocatorContext(parts)
  return {
    context,
    addRoutes: (app) => addLocateDealers(app, context, guards),
    async find(token, brand, parameters) {
      const ctx = { ...context, principal: principalOf(token) }
      const { body } = await locateDealers(ctx, { ...parameters, brand })
      return JSON.parse(textOf(body))
    },
    createFastPath: (options) => createFastPath(context, guards, options),
    refresh: () => context.snapshots.refresh(),
  }
}
