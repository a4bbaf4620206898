import { type AuditEntry, NO_FIELDS, recordAudit } from '../audit/index.ts'
import type { KeyContext } from './context.ts'
import type { KeyChange } from './keys.ts'

/** Records a change and makes it just before the commit, so that no change is made without a record. */
export function makeRecorded(
  { db, clock, principal }: KeyContext,
  action: AuditEntry['action'],
  change: KeyChange,
): Promise<void> {
  return db.write(async (trx) => {
    const subject = { id: null, name: change.id }
    await recordAudit(trx, [
      { at: clock.now(), principal, action, subject, brandId: null, change: NO_FIELDS },
    ])
    change.make()
  })
}
