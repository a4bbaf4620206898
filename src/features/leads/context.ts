import type { Logger } from 'pino'
import type { OperationContext } from '../../platform/context.ts'
import type { Cached } from '../../platform/db/cached.ts'
import type { Outgoing } from '../../platform/outgoing/client.ts'
import type { Brands } from '../brands/index.ts'
import type { Deliveries } from '../deliveries/index.ts'
import type { AssignDealer, AssignedDealer } from './assignment.ts'
import type { Draft, SavedLead } from './draft.ts'
import type { LeadRow } from './queries.ts'
import type { SubmissionCodec } from './submission.ts'

/** The context of lead submission. Its principal is the token of each request. */
export interface LeadContext extends Omit<OperationContext, 'principal'> {
  log: Logger
  brands: Cached<Brands>
  deliveries: Deliveries
  outgoing: Outgoing
  assignDealer: AssignDealer
  /** Returns an active dealer of the brand whom a prospect chose. */
  chosenDealer(brandId: number, dealerId: number): Promise<AssignedDealer | null>
  /** Returns a dealer's current e-mail address; empty when there is none. */
  dealerEmail(dealerId: number): Promise<string>
  /** Milliseconds that a brand's webhook has for one attempt. */
  webhookTimeoutMs: number
  /** Leads that this process has just saved and is forwarding, by id: they need not be read again. */
  fresh: Map<number, LeadRow>
  /** Saves a lead in a transaction shared with others that arrive at the same time. */
  saveBatched(draft: Draft): Promise<SavedLead>
  codec: SubmissionCodec
}

/** The context of commands on leads. */
export interface LeadAdministration extends OperationContext {
  brands: Cached<Brands>
  deliveries: Pick<Deliveries, 'enqueueAll' | 'wakeAll'>
}
