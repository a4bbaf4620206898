import type { Logger } from 'pino'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Held } from '../../platform/db/held.ts'
import type { Outgoing } from '../../platform/outgoing/client.ts'
import type { Brands } from '../brands/index.ts'
import type { Deliveries } from '../deliveries/index.ts'
import type { AssignDealer } from './assign-dealer.ts'

/** What the operations on leads work with. */
export interface LeadContext {
  db: Db
  clock: Clock
  log: Logger
  brands: Held<Brands>
  deliveries: Deliveries
  outgoing: Outgoing
  assignDealer: AssignDealer
  /** Milliseconds that a brand's webhook has for one attempt. */
  webhookTimeoutMs: number
  /** Whether dealers can be told by e-mail. */
  mailsDealers: boolean
}
