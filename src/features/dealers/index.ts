import type { Db } from '../../platform/db/db.ts'
import type { Held } from '../../platform/db/held.ts'
import type { FastLane } from '../../platform/http/fast-lane.ts'
import type { App } from '../../platform/http/server.ts'
import type { Guards } from '../access/index.ts'
import type { Brands } from '../brands/index.ts'
import type { PostalCodes } from '../postal-codes/index.ts'
import { createDirectories } from './directories.ts'
import { assignDealer, type LocatorContext } from './locate-dealers.ts'
import type { AnsweredDealer, CacheUse } from './locator/locator.ts'
import { addLocatorRoute, addQuickLocator } from './routes.ts'

export { registerDealerCommands } from './administration/dealers-cli.ts'
export { registerGroupCommands } from './administration/groups-cli.ts'
export { registerTerritoryCommands } from './administration/territories-cli.ts'
export { dealersChanged, lockDealers } from './changes.ts'
export { checkDealers } from './check-dealers.ts'
export { registerLocateCommand } from './cli.ts'
export { registerImportCommands } from './import/cli.ts'
export type { LocatorContext } from './locate-dealers.ts'
export { BOUNDED_COUNTRIES } from './locator/directory.ts'
export { findDealersMentioning } from './person-queries.ts'
export type { DealerInput, FindPoint } from './records/dealer-record.ts'
export { describeLeftBehind } from './records/left-behind.ts'
export { lookUpPoints, type Places } from './records/look-up-points.ts'
export { findDealerEmail, findDealerIds, listCarriers } from './records/queries.ts'
export { type SavedDealer, saveDealers } from './records/save-dealers.ts'
export { saveGroups } from './records/save-groups.ts'
export { normalizeTerritoryCode, saveTerritories } from './records/save-territories.ts'

interface DealersOptions {
  db: Db
  brands: Held<Brands>
  postalCodes: PostalCodes
  guards: Guards
  /** Memory of each brand's remembered selections; 0: none. */
  cacheBytes: number
  cacheUse?: CacheUse
}

/** The dealer locator. */
export interface Dealers {
  addRoutes(app: App): void
  /** The locator's plain queries, answered before the framework sees them. */
  addQuickRoutes(lane: FastLane): void
  /** The dealer that the locator would name first for this place; null where it names none. */
  assign(brandId: number, place: { postalCode: string; country: string }): Promise<AnsweredDealer | null>
  /** Loads what has changed in the database; to be called a few times a second. */
  refresh(): void
}

/** What the locator works with. */
export function createLocatorContext(options: Omit<DealersOptions, 'guards'>): LocatorContext {
  const { db, brands, postalCodes } = options
  return { brands, postalCodes, directories: createDirectories(db, options) }
}

export function createDealers({ guards, ...options }: DealersOptions): Dealers {
  const ctx = createLocatorContext(options)
  return {
    addRoutes: (app) => addLocatorRoute(app, ctx, guards),
    addQuickRoutes: (lane) => addQuickLocator(lane, ctx, guards),
    assign: (brandId, place) => assignDealer(ctx, brandId, place),
    refresh: () => ctx.directories.refresh(),
  }
}
