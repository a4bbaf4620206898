export type { LocatorContext } from './context.ts'
export { type AssignedDealer, type AssignInput, assignDealer } from './operations/assign-dealer.ts'
export { locateDealers } from './operations/locate-dealers.ts'
export { BOUNDED_COUNTRIES } from './snapshot/snapshot.ts'
