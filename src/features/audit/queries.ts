import { type Insertable, type Selectable, sql } from 'kysely'
import type { Micros } from '../../platform/clock.ts'
import { bulkInsert } from '../../platform/db/bulk-insert.ts'
import { inChunks } from '../../platform/db/chunks.ts'
import type { Reader, Trx } from '../../platform/db/db.ts'
import type { Schema } from '../../platform/db/schema.ts'

export type EntryRow = Selectable<Schema['audit_entries']>
type NewEntry = Insertable<Schema['audit_entries']>

/** Which entries are wanted. Omitted conditions match all. */
export interface Conditions {
  actorKind?: EntryRow['actor_kind'] | undefined
  actorId?: number | undefined
  actorName?: string | undefined
  /** One of these. */
  actions?: readonly string[] | undefined
  subjectKind?: string | undefined
  /** One of these. */
  subjectIds?: readonly number[] | undefined
  subjectName?: string | undefined
  brandId?: number | undefined
  /** From this moment on. */
  since?: Micros | undefined
  /** Before this moment. */
  until?: Micros | undefined
}

const inserting = bulkInsert(
  'audit_entries',
  {
    at: 'number',
    actor_kind: 'text',
    actor_id: 'number',
    actor_name: 'text',
    action: 'text',
    subject_kind: 'text',
    subject_id: 'number',
    subject_name: 'text',
    brand_id: 'number',
    before: 'text',
    after: 'text',
  },
  [],
)

/** Adds rows with every column, with as few statements as possible. */
export async function insertEntries(trx: Trx, rows: readonly NewEntry[]): Promise<void> {
  for (const some of inChunks(rows)) await inserting(trx, some)
}

/** Returns the newest entries that meet all conditions, the newest first. */
export function findEntries(reader: Reader, conditions: Conditions, limit: number): Promise<EntryRow[]> {
  const { actorKind, actorId, actorName, actions, subjectIds, subjectName, brandId } = conditions
  const { since, until } = conditions
  let query = reader.selectFrom('audit_entries').selectAll()
  // A literal: the partial index is not used for a parameter.
  if (actorKind) query = query.where('actor_kind', '=', sql.lit(actorKind))
  if (actorId !== undefined) query = query.where('actor_id', '=', actorId)
  if (actorName !== undefined) query = query.where('actor_name', '=', actorName)
  if (actions) query = query.where('action', 'in', actions)
  const kind = indexedKind(conditions)
  if (kind) query = query.where('subject_kind', '=', kind)
  if (subjectIds) query = query.where('subject_id', 'in', subjectIds)
  if (subjectName !== undefined) query = query.where('subject_name', '=', subjectName)
  if (brandId !== undefined) query = query.where('brand_id', '=', brandId)
  if (since !== undefined) query = query.where('at', '>=', since)
  if (until !== undefined) query = query.where('at', '<', until)
  return query.orderBy('at', 'desc').orderBy('id', 'desc').limit(limit).execute()
}

/**
 * Returns the kind to find by the index of subjects. Most entries are about warranties: reading the newest entries is
 * faster for these, and the actions select the same.
 */
function indexedKind({ subjectKind, subjectIds }: Conditions): string | undefined {
  return subjectKind === 'warranty' && !subjectIds ? undefined : subjectKind
}
