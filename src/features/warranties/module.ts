import type { App } from '../../platform/http/server.ts'
import { SYSTEM } from '../../platform/principal.ts'
import type { Guards } from '../access/index.ts'
import type { SyncContext } from './context.ts'
import { warrantySyncHandler } from './crm/sync-handler.ts'
import { createRegistrations } from './operations/create-warranty.ts'
import { expireWarranties } from './operations/expire-warranties.ts'
import { createPageReader } from './operations/list-warranties.ts'
import { createHullReader } from './records/select-warranty.ts'
import { addWarrantyRoutes } from './routes/routes.ts'
import { addVerifyCertificate } from './routes/verify-certificate.ts'

export { addAdminWarrantyRoutes } from './admin-routes/routes.ts'

/** The warranty interface. */
export interface Warranties {
  addRoutes(app: App): void
  /** Adds the page at which anybody checks a certificate. */
  addVerification(app: App): void
  /** Runs at start and once a day. */
  expire(): Promise<number>
}

export function createWarranties({ guards, ...ctx }: SyncContext & { guards: Guards }): Warranties {
  registerCrmSync(ctx)
  const services = {
    ...ctx,
    registrations: createRegistrations(ctx),
    hulls: createHullReader(ctx.db.read),
    pages: createPageReader(ctx.db.read),
  }
  return {
    addRoutes: (app) => addWarrantyRoutes(app, services, guards),
    addVerification: (app) => addVerifyCertificate(app, services, guards),
    expire: () => expireWarranties({ ...ctx, principal: SYSTEM }),
  }
}

/** Registers the handler that sends warranties to CRMs and records the results. */
export function registerCrmSync(ctx: SyncContext): void {
  ctx.deliveries.register('warranty_sync', warrantySyncHandler(ctx))
}
