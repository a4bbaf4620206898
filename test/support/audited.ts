import { systemClock } from '../../src/platform/clock.ts'
import type { OperationContext } from '../../src/platform/context.ts'
import type { Db } from '../../src/platform/db/db.ts'

/** What recorded operations work with, on behalf of the administrator `ada`. */
export function audited(db: Db): OperationContext {
  return { db, clock: systemClock, principal: { kind: 'shell', name: 'ada' } }
}
