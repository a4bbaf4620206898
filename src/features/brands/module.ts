import type { AdminApi } from '../admin-api/index.ts'
import { addChangeSecret } from './routes/change-secret.ts'
import { addCreateBrand } from './routes/create-brand.ts'
import { addListBrands } from './routes/list-brands.ts'
import type { BrandServices } from './routes/services.ts'
import { addShowBrand } from './routes/show-brand.ts'
import { addUpdateBrand } from './routes/update-brand.ts'

/** Adds the endpoints of brands to the administration. */
export function addBrandRoutes(api: AdminApi, services: BrandServices): void {
  addListBrands(api)
  addShowBrand(api)
  addCreateBrand(api, services)
  addUpdateBrand(api, services)
  addChangeSecret(api, services)
}
