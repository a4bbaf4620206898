import type { Micros } from '../../platform/clock.ts'
import type { OperationContext } from '../../platform/context.ts'
import type { Trx } from '../../platform/db/db.ts'
import type { Actor } from '../../platform/principal.ts'
import type { AuditAction } from './actions.ts'
import { type Change, hasAddress, NO_FIELDS } from './changes.ts'
import * as queries from './queries.ts'

/** One change. */
export interface AuditEntry {
  at: Micros
  principal: Actor
  action: AuditAction
  /** The changed record, of the kind that the action begins with. */
  subject: {
    /** Null where there is none: a territory. */
    id: number | null
    /** Its present name: a HIN, a slug, a code. Null for users and tokens, whose names can be people's. */
    name: string | null
  }
  brandId: number | null
  /** See `changes`. Null where nothing differs: then nothing is recorded. */
  change: Change | null
}

/**
 * Returns the brand that an entry belongs to, whose people see it; null where there are several or none: then only people
 * with all brands do.
 */
export function onlyBrand(brandIds: Iterable<number> = []): number | null {
  const [brandId, ...others] = new Set(brandIds)
  return brandId === undefined || others.length > 0 ? null : brandId
}

/** Adds to the trail in the transaction of the changes: both are stored, or neither is. */
export async function recordAudit(trx: Trx, entries: readonly AuditEntry[]): Promise<void> {
  await queries.insertEntries(
    trx,
    entries.flatMap(({ change, ...entry }) => (change ? toRow(entry, change) : [])),
  )
}

/** Records that a person's data was erased from these records, or from texts in them. */
export async function recordErasures(
  trx: Trx,
  { clock, principal }: Pick<OperationContext, 'clock' | 'principal'>,
  action: AuditAction,
  records: readonly { id: number; name: string | null; brandId: number }[],
): Promise<void> {
  const at = clock.now()
  await recordAudit(
    trx,
    records.map(({ id, name, brandId }) => ({
      ...{ at, principal, action, brandId },
      subject: { id, name },
      change: NO_FIELDS,
    })),
  )
}

function toRow({ at, principal, action, subject, brandId }: Omit<AuditEntry, 'change'>, change: Change) {
  return {
    at,
    // The shell's older name: entries are never rewritten.
    actor_kind: principal.kind === 'shell' ? ('administrator' as const) : principal.kind,
    actor_id: 'id' in principal ? principal.id : null,
    actor_name: 'name' in principal ? principal.name : null,
    action,
    subject_kind: action.slice(0, action.indexOf('.')),
    subject_id: subject.id,
    subject_name: hasAddress(subject.name) ? null : subject.name,
    brand_id: brandId,
    before: change.before && JSON.stringify(change.before),
    after: change.after && JSON.stringify(change.after),
  }
}
