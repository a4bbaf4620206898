import type { Audited } from '../../src/features/audit/index.ts'
import { systemClock } from '../../src/platform/clock.ts'
import type { Db } from '../../src/platform/db/db.ts'

/** What recorded operations work with, on behalf of the administrator `ada`. */
export function audited(db: Db): Audited {
  return { db, clock: systemClock, actor: { kind: 'administrator', name: 'ada' } }
}
