export { importDealers } from './operations/import-dealers.ts'
export { importTerritories } from './operations/import-territories.ts'
