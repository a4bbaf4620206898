import { systemClock } from '../../platform/clock.ts'
import type { Cached } from '../../platform/db/cached.ts'
import type { Db } from '../../platform/db/db.ts'
import type { App, FastPath } from '../../platform/http/server.ts'
import { type Principal, SYSTEM } from '../../platform/principal.ts'
import type { Guards } from '../access/index.ts'
import type { Brands } from '../brands/index.ts'
import type { PostalCodes } from '../postal-codes/index.ts'
import type { LocatorContext } from './context.ts'
import { createFastPath, type FastPathOptions } from './routes/fast-path.ts'
import { addLocateDealers } from './routes/locate-dealers.ts'
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
    createFastPath: (options) => createFastPath(context, guards, options),
    refresh: () => context.snapshots.refresh(),
  }
}
