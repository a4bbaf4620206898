import type { Insertable } from 'kysely'
import { inChunks } from '../../platform/db/chunks.ts'
import type { Trx } from '../../platform/db/db.ts'
import type { Schema } from '../../platform/db/schema.ts'

type NewEntry = Insertable<Schema['audit_entries']>

const COLUMNS = 11

export async function insertEntries(trx: Trx, rows: readonly NewEntry[]): Promise<void> {
  for (const some of inChunks(rows, COLUMNS)) await trx.insertInto('audit_entries').values(some).execute()
}
