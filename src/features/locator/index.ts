export { BOUNDED_COUNTRIES } from './engine/directory.ts'
export type { LocatorContext } from './operations/locate-dealers.ts'
