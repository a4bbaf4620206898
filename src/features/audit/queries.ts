import { type ExpressionBuilder, type Insertable, type Selectable, sql } from 'kysely'
import type { Micros } from '../../platform/clock.ts'
import { bulkInsert } from '../../platform/db/bulk-insert.ts'
import { inChunks } from '../../platform/db/chunks.ts'
import { countRows } from '../../platform/db/count-rows.ts'
import type { Reader, Trx } from '../../platform/db/db.ts'
import type { Schema } from '../../platform/db/schema.ts'
import { MOST_COUNTED } from '../../platform/paging.ts'

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
  /** One of these; entries that belong to no brand are not meant. */
  brandIds?: readonly number[] | undefined
  /** Older than this entry. */
  before?: { at: Micros; id: number } | undefined
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
export function findEntries(
  reader: Reader,
  conditions: Conditions,
  { limit, offset = 0 }: { limit: number; offset?: number },
): Promise<EntryRow[]> {
  const query = reader.selectFrom('audit_entries').selectAll().where(matching(conditions))
  return query.orderBy('at', 'desc').orderBy('id', 'desc').limit(limit).offset(offset).execute()
}

/** Returns the number of entries that meet all conditions, counted as far as lists are. */
export async function countEntries(reader: Reader, conditions: Conditions): Promise<number> {
  const some = reader.selectFrom('audit_entries').select('id').where(matching(conditions))
  return countRows(reader, some.limit(MOST_COUNTED + 1))
}

function matching(conditions: Conditions) {
  const { actorKind, actorId, actorName, actions, subjectIds, subjectName, brandId } = conditions
  const { since, until, brandIds, before } = conditions
  const kind = indexedKind(conditions)
  return ({ and, eb, lit, refTuple, tuple }: ExpressionBuilder<Schema, 'audit_entries'>) =>
    and([
      // A literal: the partial index is not used for a parameter.
      ...(actorKind ? [eb('actor_kind', '=', sql.lit(actorKind))] : []),
      ...(actorId === undefined ? [] : [eb('actor_id', '=', actorId)]),
      ...(actorName === undefined ? [] : [eb('actor_name', '=', actorName)]),
      ...(actions ? [eb('action', 'in', actions)] : []),
      ...(kind ? [eb('subject_kind', '=', kind)] : []),
      ...(subjectIds ? [eb('subject_id', 'in', subjectIds)] : []),
      ...(subjectName === undefined ? [] : [eb('subject_name', '=', subjectName)]),
      ...(brandId === undefined ? [] : [eb('brand_id', '=', brandId)]),
      ...(brandIds ? [brandIds.length > 0 ? eb('brand_id', 'in', brandIds) : lit(false)] : []),
      ...(since === undefined ? [] : [eb('at', '>=', since)]),
      ...(until === undefined ? [] : [eb('at', '<', until)]),
      ...(before ? [eb(refTuple('at', 'id'), '<', tuple(before.at, before.id))] : []),
    ])
}

/**
 * Returns the kind to find by the index of subjects. Most entries are about warranties: reading the newest entries is
 * faster for these, and the actions select the same.
 */
function indexedKind({ subjectKind, subjectIds }: Conditions): string | undefined {
  return subjectKind === 'warranty' && !subjectIds ? undefined : subjectKind
}
