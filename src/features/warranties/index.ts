export type { WarrantyContext } from './context.ts'
export { warrantyQueueKey } from './crm/queue-sync.ts'
export { decodeHin, hinWarnings } from './hin/decode-hin.ts'
export { canonicalHin } from './hin/hin.ts'
export { REGISTRATION_COLUMNS, REQUIRED_COLUMNS } from './import-export/registration-rows.ts'
export { readWarrantyTable } from './import-export/warranty-file.ts'
export { createWarrantyIn } from './operations/create-warranty.ts'
export {
  erasePersonFromWarranties,
  findPersonInWarranties,
  type PersonInWarranties,
  warrantiesOf,
} from './operations/erase-person.ts'
export { exportWarranties } from './operations/export-warranties.ts'
export { importWarranties } from './operations/import-warranties.ts'
export { issueCertificate } from './operations/issue-certificate.ts'
export { transferWarrantyIn } from './operations/transfer-warranty.ts'
export { pagesOfOwnerAddresses } from './queries/person-queries.ts'
export { countFailedSyncs, getWarranties } from './queries/queries.ts'
export { findSimilarWarranties, knowsManufacturer } from './queries/similar-queries.ts'
export { toOwner } from './records/contact.ts'
export { RECORD_PATHS } from './records/field-paths.ts'
export { registrationIssues } from './records/registration.ts'
export { findWarrantyIds } from './records/select-warranty.ts'
export { currentStatus } from './records/status.ts'
export { CreateBody, optional } from './schemas.ts'
