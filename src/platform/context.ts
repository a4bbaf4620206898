import type { Clock } from './clock.ts'
import type { Db } from './db/db.ts'
import type { Principal } from './principal.ts'

/** Every operation's first argument. Features add the services that theirs need. */
export interface OperationContext {
  db: Db
  clock: Clock
  /** Who performs the operation: authorised by it, and recorded in the audit trail. */
  principal: Principal
}
