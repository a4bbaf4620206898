export { type Brand, type Brands, brandsChanged, holdBrands } from './brands.ts'
export type { HighLevelCrm, LeadWebhook, WarrantyCrm } from './targets.ts'
