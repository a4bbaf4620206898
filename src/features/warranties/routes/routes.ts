import type { App } from '../../../platform/http/server.ts'
import type { Guards } from '../../access/index.ts'
import { addCreateWarranties } from './create-warranties.ts'
import { addCreateWarranty } from './create-warranty.ts'
import { addExportWarranties } from './export-warranties.ts'
import { addGetOwnershipHistory } from './get-ownership-history.ts'
import { addGetWarranty } from './get-warranty.ts'
import { addListWarranties } from './list-warranties.ts'
import type { RouteServices } from './request.ts'
import { addRetrySync } from './retry-sync.ts'
import { addTransferWarranty } from './transfer-warranty.ts'
import { addUpdateWarranty } from './update-warranty.ts'

/** Adds the warranty endpoints. */
export function addWarrantyRoutes(app: App, services: RouteServices, guards: Guards): void {
  addListWarranties(app, services, guards)
  addCreateWarranty(app, services, guards)
  addCreateWarranties(app, services, guards)
  addExportWarranties(app, services, guards)
  addGetWarranty(app, services, guards)
  addGetOwnershipHistory(app, services, guards)
  addRetrySync(app, services, guards)
  addUpdateWarranty(app, services, guards)
  addTransferWarranty(app, services, guards)
}
