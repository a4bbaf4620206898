export { registrationBodyIssues } from './body-issues.ts'
export type { RegistrationContext } from './context.ts'
export { ownerMailQueueKey } from './mail/owner-mail.ts'
export { pruneRegistrations } from './operations/prune-registrations.ts'
export {
  describeRegistrations,
  erasePersonFromRegistrations,
  findPersonInRegistrations,
  type PersonInRegistrations,
  pagesOfRegistrationAddresses,
} from './person.ts'
export { countRegistrations } from './queries.ts'
