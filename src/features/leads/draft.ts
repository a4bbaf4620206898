import type { Brand } from '../brands/index.ts'
import type { Claim } from '../deliveries/index.ts'
import type { Assignment } from './assignment.ts'
import type { ConsentRecord } from './consent-record.ts'
import type { Lead } from './lead.ts'
import type { LeadRow } from './queries.ts'

/** A lead that is ready to be saved. */
export interface Draft extends Assignment {
  brand: Brand
  lead: Lead
  consent: ConsentRecord
}

/** A lead as it was saved. */
export interface SavedLead {
  row: LeadRow
  /** The right to make the first attempt at the webhook; undefined without one. */
  claim: Claim | undefined
}
