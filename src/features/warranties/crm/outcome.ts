import type { Clock, Micros } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { Outgoing } from '../../../platform/outgoing/client.ts'
import type { Outcome } from '../../deliveries/index.ts'

/** What sending to a CRM works with. */
export interface CrmContext {
  outgoing: Outgoing
  db: Db
  clock: Clock
}

/** The event that a CRM is told of. */
export interface CrmMessage {
  /** The same on every attempt. */
  id: string
  /** `warranty.registered`, `warranty.updated` or `warranty.transferred`. */
  event: string
  occurredAt: Micros
}

/** A field that the CRM holds otherwise than it was sent; `stored` is null where it holds nothing. */
export interface Difference {
  /** In the CRM's own words: `phone`, or a custom field's id or key. */
  field: string
  sent: unknown
  stored: unknown
}

/** What came of telling a CRM. */
export type CrmOutcome = Outcome & {
  /** The CRM's own id of the owner. */
  contactId?: string
  /** Empty: all is stored as sent. Absent: not compared. */
  differences?: Difference[]
  /** Why a success was not compared with what the CRM stores. */
  unverified?: string
}
