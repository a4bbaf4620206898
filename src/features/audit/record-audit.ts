import type { Clock, Micros } from '../../platform/clock.ts'
import type { Db, Trx } from '../../platform/db/db.ts'
import type { AuditAction } from './actions.ts'
import type { Actor } from './actor.ts'
import { type Change, hasAddress } from './changes.ts'
import * as queries from './queries.ts'

/** What an operation works with that changes something on somebody's behalf. */
export interface Audited {
  db: Db
  clock: Clock
  /** Who does it. */
  actor: Actor
}

/** One thing that was done. */
export interface AuditEntry {
  at: Micros
  actor: Actor
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

function toRow({ at, actor, action, subject, brandId }: Omit<AuditEntry, 'change'>, change: Change) {
  return {
    at,
    actor_kind: actor.kind,
    actor_id: 'id' in actor ? actor.id : null,
    actor_name: 'name' in actor ? actor.name : null,
    action,
    subject_kind: action.slice(0, action.indexOf('.')),
    subject_id: subject.id,
    subject_name: hasAddress(subject.name) ? null : subject.name,
    brand_id: brandId,
    before: change.before && JSON.stringify(change.before),
    after: change.after && JSON.stringify(change.after),
  }
}
