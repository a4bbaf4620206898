export { type Brand, type Brands, brandsChanged, holdBrands } from './brands.ts'
export { nameFallbackDealers } from './name-fallback-dealers.ts'
export { type BrandInput, saveBrands } from './save-brands.ts'
export type { HighLevelCrm, LeadWebhook, WarrantyCrm } from './targets.ts'
