import type { Clock, Micros } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { Outgoing } from '../../../platform/outgoing/client.ts'
import type { Outcome } from '../../deliveries/index.ts'

/** The first argument of functions that call a CRM. */
export interface CrmContext {
  outgoing: Outgoing
  db: Db
  clock: Clock
}

/** The event that is sent to a CRM. */
export interface CrmMessage {
  /** The same on every attempt. */
  id: string
  /** `warranty.registered`, `warranty.updated` or `warranty.transferred`. */
  event: string
  occurredAt: Micros
}

/** A field that the CRM stores differently from what was sent. `stored` is null if it is empty there. */
export interface Difference {
  /** The CRM's name: `phone`, or a custom field's id or key. */
  field: string
  sent: unknown
  stored: unknown
}

/** The outcome of a call to a CRM. */
export type CrmOutcome = Outcome & {
  /** The CRM's id of the owner. */
  contactId?: string
  /** Empty if everything is stored as sent; absent if it was not compared. */
  differences?: Difference[]
  /** Why a success was not compared with the stored contact. */
  unverified?: string
}
