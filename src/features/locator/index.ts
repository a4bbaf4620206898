export { checkCountries } from './check-countries.ts'
export type { LocatorContext } from './context.ts'
export { assignDealer } from './operations/assign-dealer.ts'
export { BOUNDED_COUNTRIES } from './snapshot/snapshot.ts'
