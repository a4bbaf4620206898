export { findBrandIssues } from './brand-issues.ts'
export {
  ACCESS,
  type Brand,
  type Brands,
  createBrandCache,
  DEALERS,
  findBrand,
  locatorsChanged,
  sandboxOf,
} from './brands.ts'
export { checkTargets } from './check-targets.ts'
export type { BrandContext } from './context.ts'
export {
  findBrandId,
  findBrandIds,
  findHeldBrand,
  pickBrand,
  pickHeldBrand,
  selectBrands,
} from './find-brands.ts'
export { findHeldBrandIds, selectBrandIds } from './held-brand-ids.ts'
export { nameFallbackDealers } from './name-fallback-dealers.ts'
export { listBrands } from './queries.ts'
export { saveBrand } from './save-brand.ts'
export { saveBrands } from './save-brands.ts'
export { type BrandFields, Slug } from './schemas.ts'
export type { HighLevelCrm, LeadWebhook, WarrantyCrm } from './targets.ts'
export { highLevelCall } from './targets.ts'
