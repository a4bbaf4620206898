export { queueKeysOfLead } from './lead-deliveries.ts'
export { checkMail } from './mail/check-mail.ts'
export type { AssignDealer } from './operations/assign-dealer.ts'
export { pruneLeads } from './operations/prune-leads.ts'
export {
  describeLeads,
  erasePersonFromLeads,
  findPersonInLeads,
  type PersonInLeads,
} from './person.ts'
