export type { WarrantyAdministration } from './context.ts'
export { RECORD_PATHS } from './crm/record-paths.ts'
export { laneOf as laneOfWarranty } from './crm/sync-handler.ts'
export {
  erasePersonFromWarranties,
  findPersonInWarranties,
  type PersonInWarranties,
  warrantiesOf,
} from './operations/erase-person.ts'
export { findWarrantyIds } from './records/select-warranty.ts'
