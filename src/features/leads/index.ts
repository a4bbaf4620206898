export type { AssignDealer } from './assignment.ts'
export { type Sender, senderRecordOf } from './consent-record.ts'
export type { LeadAdministration } from './context.ts'
export { queueKeysOfLead } from './lead-deliveries.ts'
export { readLeniently } from './lenient-body.ts'
export { checkMail } from './mail/check-mail.ts'
export { exportLeads } from './operations/export-leads.ts'
export { pruneLeads } from './operations/prune-leads.ts'
export { unknownBrand } from './operations/submit-lead.ts'
export {
  describeLeads,
  erasePersonFromLeads,
  findPersonInLeads,
  type PersonInLeads,
} from './person.ts'
export { pagesOfLeadAddresses } from './person-queries.ts'
export { LeadBody } from './schemas.ts'
