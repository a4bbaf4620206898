import type { App } from '../../platform/http/server.ts'
import type { Outgoing } from '../../platform/outgoing/client.ts'
import type { Guards } from '../access/index.ts'
import type { WarrantyContext } from './context.ts'
import { warrantySyncHandler } from './crm-sync.ts'
import { expireWarranties } from './expire-warranties.ts'
import { addWarrantyRoutes } from './routes.ts'

export { registerWarrantyCommands, type WarrantyAdministration } from './administration/cli.ts'
export { laneOf as laneOfWarranty } from './crm-sync.ts'
export { findWarrantyIds } from './find-warranty.ts'
export {
  erasePersonFromWarranties,
  findPersonInWarranties,
  type PersonInWarranties,
} from './person.ts'

/** The warranty interface. */
export interface Warranties {
  addRoutes(app: App): void
  /** To be run at start and once a day. */
  expire(): Promise<number>
}

export function createWarranties(ctx: SyncContext & { guards: Guards }): Warranties {
  registerCrmSync(ctx)
  return {
    addRoutes: (app) => addWarrantyRoutes(app, ctx, ctx.guards),
    expire: () => expireWarranties(ctx),
  }
}

type SyncContext = WarrantyContext & { outgoing: Outgoing }

/** Lets the delivery engine tell CRMs of warranties, and say on them what came of it. */
export function registerCrmSync(ctx: SyncContext): void {
  ctx.deliveries.register('warranty_sync', warrantySyncHandler(ctx))
}
