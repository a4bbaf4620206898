import type { App } from '../../platform/http/server.ts'
import type { Outgoing } from '../../platform/outgoing/client.ts'
import type { Guards } from '../access/index.ts'
import type { WarrantyContext } from './context.ts'
import { warrantySyncHandler } from './crm-sync.ts'
import { expireWarranties } from './expire-warranties.ts'
import { addWarrantyRoutes } from './routes.ts'

/** The warranty interface. */
export interface Warranties {
  addRoutes(app: App): void
  /** To be run at start and once a day. */
  expire(): Promise<number>
}

export function createWarranties(ctx: WarrantyContext & { guards: Guards; outgoing: Outgoing }): Warranties {
  ctx.deliveries.register('warranty_sync', warrantySyncHandler(ctx))
  return {
    addRoutes: (app) => addWarrantyRoutes(app, ctx, ctx.guards),
    expire: () => expireWarranties(ctx),
  }
}
