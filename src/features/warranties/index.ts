export type { WarrantyAdministration } from './context.ts'
export { RECORD_PATHS } from './crm/record-paths.ts'
export { laneOf as laneOfWarranty } from './crm-sync.ts'
export { findWarrantyIds } from './find-warranty.ts'
export {
  erasePersonFromWarranties,
  findPersonInWarranties,
  type PersonInWarranties,
  warrantiesOf,
} from './person.ts'
