import type { Logger } from 'pino'
import type { Clock } from '../../platform/clock.ts'
import type { Cached } from '../../platform/db/cached.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Outgoing } from '../../platform/outgoing/client.ts'
import type { Brands } from '../brands/index.ts'
import type { Deliveries } from '../deliveries/index.ts'
import type { AssignDealer } from './operations/assign-dealer.ts'
import type { SaveTogether } from './operations/save-leads.ts'
import type { LeadRow } from './queries.ts'

/** What the operations on leads work with. */
export interface LeadContext {
  db: Db
  clock: Clock
  log: Logger
  brands: Cached<Brands>
  deliveries: Deliveries
  outgoing: Outgoing
  assignDealer: AssignDealer
  /** A dealer's e-mail address now; empty when there is none. */
  dealerEmail(dealerId: number): Promise<string>
  /** Milliseconds that a brand's webhook has for one attempt. */
  webhookTimeoutMs: number
  /** Leads that this process has just saved and is forwarding, by id: they need not be read again. */
  fresh: Map<number, LeadRow>
  saveTogether: SaveTogether
}
