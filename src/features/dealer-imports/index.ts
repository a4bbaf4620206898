export { DEALER_COLUMNS, REQUIRED_OF_DEALERS } from './dealer-rows.ts'
export { importDealers } from './operations/import-dealers.ts'
export { importTerritories } from './operations/import-territories.ts'
export { REQUIRED_OF_TERRITORIES, TERRITORY_COLUMNS } from './territory-rows.ts'
