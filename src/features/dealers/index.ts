export { DEALERS, dealersChanged, dealersRevision, lockDealers } from './changes.ts'
export { checkDealers } from './check-dealers.ts'
export type { DealerContext } from './context.ts'
export { exportDealers } from './operations/export-dealers.ts'
export { exportTerritories } from './operations/export-territories.ts'
export { countWithoutPoint, listCarrierNames } from './queries/list-queries.ts'
export { findDealersMentioning } from './queries/person-queries.ts'
export {
  findDealerEmail,
  findDealerIds,
  hasActiveDealer,
  listBrandIds,
  listCarriers,
  listCodesAtZero,
  listForeign,
  listTerritories,
  listUncoded,
} from './queries/record-queries.ts'
export { addCarriers } from './records/dealer-brands.ts'
export { DealerFields, findDealerIssues, toDealerInput } from './records/dealer-fields.ts'
export { dealerNotes } from './records/dealer-notes.ts'
export {
  type DealerInput,
  dealerKey,
  type FindPoint,
  naturalKeyOf,
  type StoredDealer,
  toCode,
} from './records/dealer-record.ts'
export { findDealer, findDealersByReference } from './records/find-dealer.ts'
export { lookUpPoints, type Places } from './records/look-up-points.ts'
export { removeGroups } from './records/remove-group.ts'
export { matchDealers, saveDealers } from './records/save-dealers.ts'
export { saveGroups } from './records/save-groups.ts'
export { normalizeTerritoryCode, saveTerritories, type TerritoryInput } from './records/save-territories.ts'
