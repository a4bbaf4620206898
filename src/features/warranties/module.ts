import type { FastLane } from '../../platform/http/fast-lane.ts'
import type { App } from '../../platform/http/server.ts'
import type { Guards } from '../access/index.ts'
import type { SyncContext } from './context.ts'
import { warrantySyncHandler } from './crm/sync-handler.ts'
import { expireWarranties } from './operations/expire-warranties.ts'
import { createWarrantyFinder } from './records/select-warranty.ts'
import { addQuickGet, addWarrantyRoutes } from './routes/routes.ts'

/** The warranty interface. */
export interface Warranties {
  addRoutes(app: App): void
  /** Gets with nothing unusual about them, answered before the framework sees them. */
  addQuickRoutes(lane: FastLane): void
  /** To be run at start and once a day. */
  expire(): Promise<number>
}

export function createWarranties(ctx: SyncContext & { guards: Guards }): Warranties {
  registerCrmSync(ctx)
  const find = createWarrantyFinder(ctx.db.read)
  return {
    addRoutes: (app) => addWarrantyRoutes(app, ctx, ctx.guards, find),
    addQuickRoutes: (lane) => addQuickGet(lane, ctx, ctx.guards, find),
    expire: () => expireWarranties(ctx),
  }
}

/** Lets the delivery engine tell CRMs of warranties, and say on them what came of it. */
export function registerCrmSync(ctx: SyncContext): void {
  ctx.deliveries.register('warranty_sync', warrantySyncHandler(ctx))
}
