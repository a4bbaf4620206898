import type { Micros } from '../../../platform/clock.ts'
import type { Trx } from '../../../platform/db/db.ts'
import type { Actor } from '../../../platform/principal.ts'
import { type AuditEntry, recordAudit } from '../../audit/index.ts'

/**
 * The columns of a warranty whose values the audit trail keeps. Not the owner's, nor notes and numbers of other
 * systems, in which people are named: of them it has that they changed.
 */
export const TOLD = [
  'model',
  'model_code',
  'model_year',
  'is_used',
  'registration_date',
  'purchase_date',
  'warranty_start_date',
  'warranty_duration_months',
  'warranty_end_date',
  'coverage_type',
  'warranty_status',
] as const

interface Done {
  at: Micros
  principal: Actor
  warranty: { id: number; hin: string; brand_id: number }
  change: AuditEntry['change']
}

/** Adds to the audit trail what was done to warranties: with all of them, one statement. */
export function recordWarranties(
  trx: Trx,
  action: AuditEntry['action'] & `warranty.${string}`,
  done: readonly Done[],
): Promise<void> {
  return recordAudit(
    trx,
    done.map(({ at, principal, warranty, change }) => ({
      at,
      principal,
      action,
      subject: { id: warranty.id, name: warranty.hin },
      brandId: warranty.brand_id,
      change,
    })),
  )
}
