import type { Cached } from '../../platform/db/cached.ts'
import type { Db } from '../../platform/db/db.ts'
import type { FastLane } from '../../platform/http/fast-lane.ts'
import type { App } from '../../platform/http/server.ts'
import type { Guards } from '../access/index.ts'
import type { Brands } from '../brands/index.ts'
import type { PostalCodes } from '../postal-codes/index.ts'
import { createDirectories } from './directories.ts'
import type { AnsweredDealer, CacheUse } from './engine/locator.ts'
import { assignDealer, type LocatorContext } from './operations/locate-dealers.ts'
import { addLocatorRoute, addQuickLocator } from './routes/find-dealers.ts'

interface LocatorModuleOptions {
  db: Db
  brands: Cached<Brands>
  postalCodes: PostalCodes
  guards: Guards
  /** Memory of each brand's remembered selections; 0: none. */
  cacheBytes: number
  cacheUse?: CacheUse
}

/** The dealer locator. */
export interface Locator {
  addRoutes(app: App): void
  /** The locator's plain queries, answered before the framework sees them. */
  addQuickRoutes(lane: FastLane): void
  /** The dealer that the locator would name first for this place; null where it names none. */
  assign(brandId: number, place: { postalCode: string; country: string }): Promise<AnsweredDealer | null>
  /** Loads what has changed in the database; to be called a few times a second. */
  refresh(): void
}

/** What the locator works with. */
export function createLocatorContext(options: Omit<LocatorModuleOptions, 'guards'>): LocatorContext {
  const { db, brands, postalCodes } = options
  return { brands, postalCodes, directories: createDirectories(db, options) }
}

export function createLocator({ guards, ...options }: LocatorModuleOptions): Locator {
  const ctx = createLocatorContext(options)
  return {
    addRoutes: (app) => addLocatorRoute(app, ctx, guards),
    addQuickRoutes: (lane) => addQuickLocator(lane, ctx, guards),
    assign: (brandId, place) => assignDealer(ctx, brandId, place),
    refresh: () => ctx.directories.refresh(),
  }
}
