import type { Micros } from '../../platform/clock.ts'
import type { Trx } from '../../platform/db/db.ts'
import type { Actor } from '../../platform/principal.ts'
import type { AuditAction } from './actions.ts'
import { type Change, hasAddress } from './changes.ts'
import * as queries from './queries.ts'

/** One thing that was done. */
export interface AuditEntry {
  at: Micros
  principal: Actor
  action: AuditAction
  /** What it was done to; of the kind that the action begins with. */
  subject: {
    /** Null for what has no id: a territory. */
    id: number | null
    /** What it is called by now: a HIN, a slug, a code. Null for users and tokens, which may be called as people are. */
    name: string | null
  }
  brandId: number | null
  /** See `changes`. Null, nothing differs: then nothing is recorded. */
  change: Change | null
}

/** Adds to the trail, in the transaction of what was done: either both stand or neither. */
export async function recordAudit(trx: Trx, entries: readonly AuditEntry[]): Promise<void> {
  await queries.insertEntries(
    trx,
    entries.flatMap(({ change, ...entry }) => (change ? toRow(entry, change) : [])),
  )
}

function toRow({ at, principal, action, subject, brandId }: Omit<AuditEntry, 'change'>, change: Change) {
  return {
    at,
    // The shell's name in the trail is older than the word.
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
