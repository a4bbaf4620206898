import type { StoredAnswer } from '../../platform/idempotency.ts'
import type { Outcome } from '../deliveries/index.ts'

/** A CRM's response to a lead. */
export type CrmResponse = NonNullable<Outcome['answer']>

/**
 * The outcome of a lead. `saved`: its brand has no webhook for it. `forwarded`: the CRM took it; without `response`
 * where that was too large. `retrying`: another attempt follows. `refused`: none does; `response` says why, where the
 * CRM gave one.
 */
export interface Submission {
  outcome: 'saved' | 'forwarded' | 'retrying' | 'refused'
  leadId: number
  /** Whether this lead repeats the one that `leadId` names. */
  duplicate: boolean
  response?: CrmResponse | undefined
}

/** Turns a submission into what is kept for requests that come again, and reads it back. */
export interface SubmissionCodec {
  encode(submission: Submission): StoredAnswer
  leadIdOf(stored: StoredAnswer): number
}
