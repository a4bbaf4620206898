import { systemClock } from '../../src/platform/clock.ts'
import type { OperationContext } from '../../src/platform/context.ts'
import type { Db } from '../../src/platform/db/db.ts'

/** Returns a context for operations, with `ada` at the shell. */
export function audited(db: Db): OperationContext {
  return { db, clock: systemClock, principal: { kind: 'shell', name: 'ada' } }
}
