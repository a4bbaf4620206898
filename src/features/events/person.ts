import { inChunks, readInChunks } from '../../platform/db/chunks.ts'
import type { Reader, Trx } from '../../platform/db/db.ts'
import { mayMention, type PersonMatcher } from '../../platform/person-matcher.ts'
import { ERASED } from './queries/event-queries.ts'

const COLUMNS = ['id', 'brand_id', 'type', 'subject', 'data', 'created_at'] as const

export type PersonInEvents = Awaited<ReturnType<typeof findPersonInEvents>>

/** Returns the events whose data mentions the person; with `within`, of these brands only. */
export async function findPersonInEvents(
  reader: Reader,
  mention: PersonMatcher,
  within?: ReadonlySet<number>,
) {
  const rows = await reader
    .selectFrom('events')
    .select(COLUMNS)
    .where(mayMention(['data'], mention))
    .execute()
  return rows.filter((row) => mention.isIn(row.data) && (!within || within.has(row.brand_id)))
}

/** Returns the ids of all stored events of these records. */
export async function listEventIds(reader: Reader, subjects: readonly string[]): Promise<number[]> {
  const rows = await readInChunks(subjects, (some) =>
    reader.selectFrom('events').select('id').where('subject', 'in', some).execute(),
  )
  return rows.map(({ id }) => id)
}

/** Removes everything but their places from these events. */
export async function eraseEvents(trx: Trx, ids: readonly number[]): Promise<void> {
  for (const some of inChunks(ids)) {
    await trx
      .updateTable('events')
      .set({ type: ERASED, subject: '', data: '{}' })
      .where('id', 'in', some)
      .execute()
  }
}
