import type { Micros } from '../../../platform/clock.ts'
import type { Trx } from '../../../platform/db/db.ts'
import type { Actor } from '../../../platform/principal.ts'
import { type AuditEntry, changes, recordAudit } from '../../audit/index.ts'
import type { DraftWarranty } from './new-warranty.ts'
import { COVER_FIELDS } from './record.ts'

/**
 * The columns of a warranty whose values the audit trail keeps. Owners, notes and other systems' numbers can name
 * people: the trail records only that they changed.
 */
export const AUDITED_FIELDS = COVER_FIELDS

interface Entry {
  at: Micros
  principal: Actor
  warranty: { id: number; hin: string; brand_id: number }
  change: AuditEntry['change']
}

/** Adds what was done to warranties to the audit trail, in one statement. */
export function auditWarranties(
  trx: Trx,
  action: AuditEntry['action'] & `warranty.${string}`,
  entries: readonly Entry[],
): Promise<void> {
  return recordAudit(
    trx,
    entries.map(({ at, principal, warranty, change }) => ({
      at,
      principal,
      action,
      subject: { id: warranty.id, name: warranty.hin },
      brandId: warranty.brand_id,
      change,
    })),
  )
}

/** Adds registrations to the audit trail. */
export function auditRegistrations(
  trx: Trx,
  made: readonly { id: number; draft: Pick<DraftWarranty, 'row' | 'principal'> }[],
): Promise<void> {
  return auditWarranties(
    trx,
    'warranty.registered',
    made.map(({ id, draft: { row, principal } }) => {
      const { brand_id, hin, sync_status: _, created_by, created_at: at, updated_at, ...fields } = row
      return { at, principal, warranty: { id, hin, brand_id }, change: changes(null, fields, AUDITED_FIELDS) }
    }),
  )
}
