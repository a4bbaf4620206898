import type { AdminApi } from '../../admin-api/index.ts'
import { addChangeWarranty } from './change-warranty.ts'
import { addListsAbout } from './list-about.ts'
import { addBrowseWarranties } from './list-warranties.ts'
import { addRegisterWarranty } from './register-warranty.ts'
import { addRetrySyncNow } from './retry-sync.ts'
import type { AdminServices } from './services.ts'
import { addShowCertificate } from './show-certificate.ts'
import { addShowHistory } from './show-history.ts'
import { addShowWarranty } from './show-warranty.ts'
import { addTransferTo } from './transfer-warranty.ts'

/** Adds the endpoints of warranties to the administration. */
export function addAdminWarrantyRoutes(api: AdminApi, services: AdminServices): void {
  addBrowseWarranties(api, services)
  addShowWarranty(api, services)
  addRegisterWarranty(api, services)
  addChangeWarranty(api, services)
  addTransferTo(api, services)
  addRetrySyncNow(api, services)
  addShowHistory(api, services)
  addShowCertificate(api, services)
  addListsAbout(api, services)
}
