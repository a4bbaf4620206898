export type { AssignDealer } from './assign-dealer.ts'
export { checkMail } from './check-mail.ts'
export {
  describeLeads,
  erasePersonFromLeads,
  findPersonInLeads,
  type PersonInLeads,
} from './person.ts'
export { pruneLeads } from './prune.ts'
export { lanesOfLead } from './queue-keys.ts'
