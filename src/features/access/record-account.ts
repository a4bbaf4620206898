import type { Micros } from '../../platform/clock.ts'
import type { Trx } from '../../platform/db/db.ts'
import type { Actor } from '../../platform/principal.ts'
import { type AuditEntry, NO_FIELDS, recordAudit } from '../audit/index.ts'
import { auditedBrandOfUser } from './audited-brand.ts'

/** Records what somebody did with a user's account; without `principal`, the user. */
export async function recordAccount(
  trx: Trx,
  action: AuditEntry['action'],
  { at, userId, principal }: { at: Micros; userId: number | null; principal?: Actor },
): Promise<void> {
  const entry = {
    at,
    principal: principal ?? { kind: 'user' as const, id: userId! },
    action,
    subject: { id: userId, name: null },
    brandId: await auditedBrandOfUser(trx, userId),
    change: NO_FIELDS,
  }
  await recordAudit(trx, [entry])
}
