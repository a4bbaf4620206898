import type { Selectable } from 'kysely'
import type { Micros } from '../../platform/clock.ts'
import type { Reader, Trx } from '../../platform/db/db.ts'
import type { Schema } from '../../platform/db/schema.ts'
import { MOST_COUNTED, type Window } from '../../platform/paging.ts'
import type { Kind } from './kinds.ts'

export type StoredImport = Selectable<Schema['imports']>
type Changes = Partial<Omit<StoredImport, 'id'>>

/** The files of an import. */
export type FileName = 'upload' | 'invalid'

/** Without the texts that may be long. */
const LISTED = [
  'id',
  'kind',
  'brand_id',
  'mode',
  'options',
  'state',
  'created_by',
  'committed_by',
  'size',
  'done',
  'total',
  'skip_invalid',
  'summary',
  'summary_changed',
  'ignored_columns',
  'reason',
  'created_at',
  'updated_at',
  'checked_at',
  'committed_at',
  'finished_at',
] as const satisfies (keyof StoredImport)[]

export type ListedImport = Pick<StoredImport, (typeof LISTED)[number]>

interface Filter {
  kinds: readonly Kind[]
  /** Undefined: all brands. */
  brandIds: readonly number[] | undefined
  state?: StoredImport['state'] | undefined
}

/** Returns the id of a new import, whose file is still arriving. */
export async function insertImport(
  trx: Trx,
  row: Pick<
    StoredImport,
    'kind' | 'brand_id' | 'mode' | 'options' | 'principal' | 'created_by' | 'created_at' | 'updated_at'
  >,
): Promise<number> {
  const { id } = await trx
    .insertInto('imports')
    .values({ ...row, state: 'uploading' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export function findImport(reader: Reader, id: number): Promise<StoredImport | undefined> {
  return reader.selectFrom('imports').selectAll().where('id', '=', id).executeTakeFirst()
}

export function findListed(reader: Reader, id: number): Promise<ListedImport | undefined> {
  return reader.selectFrom('imports').select(LISTED).where('id', '=', id).executeTakeFirst()
}

/** Returns imports, the newest first. */
export function listImports(
  reader: Reader,
  filter: Filter,
  { limit, offset, after }: Window<[number]>,
): Promise<ListedImport[]> {
  let query = filtered(reader, filter).select(LISTED).orderBy('id', 'desc').limit(limit).offset(offset)
  if (after) query = query.where('id', '<', after[0])
  return query.execute()
}

export async function countImports(reader: Reader, filter: Filter): Promise<number> {
  const { count } = await reader
    .selectFrom(
      filtered(reader, filter)
        .select('id')
        .limit(MOST_COUNTED + 1)
        .as('some'),
    )
    .select((eb) => eb.fn.countAll().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

function filtered(reader: Reader, { kinds, brandIds, state }: Filter) {
  let query = reader.selectFrom('imports').where('kind', 'in', kinds).where('state', '<>', 'uploading')
  if (brandIds) query = query.where('brand_id', 'in', brandIds.length > 0 ? brandIds : [0])
  if (state !== undefined) query = query.where('state', '=', state)
  return query
}

/** Returns the imports that are to be checked or run, or are being so. */
export function listPending(reader: Reader) {
  return reader
    .selectFrom('imports')
    .select([
      'id',
      'state',
      'brand_id',
      'attempts',
      'lease_until',
      'lease_token',
      'created_at',
      'committed_at',
    ])
    .where('state', 'in', ['checking', 'running'])
    .execute()
}

/** Returns what may quote the files of imports, by id. */
export function listTexts(reader: Reader) {
  return reader
    .selectFrom('imports')
    .select(['id', 'brand_id', 'state', 'created_at', 'options', 'errors', 'warnings'])
    .select(['ignored_columns', 'reason'])
    .where('state', '<>', 'uploading')
    .orderBy('id')
    .execute()
}

/** Changes an import. Returns false, without a change, if it has another lease than the given one. */
export async function updateImport(
  trx: Trx,
  { id, leaseToken }: { id: number; leaseToken?: string | undefined },
  changes: Changes,
): Promise<boolean> {
  let query = trx.updateTable('imports').set(changes).where('id', '=', id)
  if (leaseToken !== undefined) query = query.where('lease_token', '=', leaseToken)
  const { numUpdatedRows } = await query.executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Makes all checks and runs free for the caller. */
export async function expireLeases(trx: Trx): Promise<void> {
  await trx
    .updateTable('imports')
    .set({ lease_until: 0 })
    .where('state', 'in', ['checking', 'running'])
    .where('lease_token', 'is not', null)
    .execute()
}

export async function insertChunk(
  trx: Trx,
  chunk: { import_id: number; file: FileName; position: number; content: Buffer },
): Promise<void> {
  await trx.insertInto('import_chunks').values(chunk).execute()
}

export async function findChunk(
  reader: Reader,
  { id, file, position }: { id: number; file: FileName; position: number },
): Promise<Buffer | undefined> {
  const row = await reader
    .selectFrom('import_chunks')
    .select('content')
    .where('import_id', '=', id)
    .where('file', '=', file)
    .where('position', '=', position)
    .executeTakeFirst()
  return row?.content
}

/** Deletes some chunks of an import's files. Returns how many. */
export async function deleteChunks(
  trx: Trx,
  { id, files, most }: { id: number; files: readonly FileName[]; most: number },
): Promise<number> {
  const some = await trx
    .selectFrom('import_chunks')
    .select(['file', 'position'])
    .where('import_id', '=', id)
    .where('file', 'in', files)
    .limit(most)
    .execute()
  for (const { file, position } of some) {
    await trx
      .deleteFrom('import_chunks')
      .where('import_id', '=', id)
      .where('file', '=', file)
      .where('position', '=', position)
      .execute()
  }
  return some.length
}

/** Deletes an import without files. */
export async function deleteImport(trx: Trx, id: number): Promise<void> {
  await trx.deleteFrom('imports').where('id', '=', id).execute()
}

/** Returns the ids of some imports created before a moment, and of uploads begun before another that never ended. */
export async function listOld(
  reader: Reader,
  { before, uploadBefore, most }: { before: Micros; uploadBefore: Micros; most: number },
): Promise<number[]> {
  const rows = await reader
    .selectFrom('imports')
    .select('id')
    .where((eb) =>
      eb.or([
        eb.and([eb('created_at', '<', before), eb('state', 'not in', ['checking', 'running'])]),
        eb.and([eb('created_at', '<', uploadBefore), eb('state', '=', 'uploading')]),
      ]),
    )
    .limit(most)
    .execute()
  return rows.map(({ id }) => id)
}

/** Returns the ids of some finished imports whose uploaded file is still stored. */
export async function listWithUnneededFile(reader: Reader, most: number): Promise<number[]> {
  const rows = await reader
    .selectFrom('imports')
    .select('id')
    .where('state', '=', 'done')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('import_chunks')
        .select('import_id')
        .where('file', '=', 'upload')
        .where('position', '=', 0),
    )
    .limit(most)
    .execute()
  return rows.map(({ id }) => id)
}
