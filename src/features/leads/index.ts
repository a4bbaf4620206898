export type { AssignDealer } from './operations/assign-dealer.ts'
export { checkMail } from './mail/check-mail.ts'
export {
  describeLeads,
  erasePersonFromLeads,
  findPersonInLeads,
  type PersonInLeads,
} from './person.ts'
export { pruneLeads } from './operations/prune-leads.ts'
export { lanesOfLead } from './lead-deliveries.ts'
