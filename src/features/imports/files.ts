import type { Db, Reader, Trx } from '../../platform/db/db.ts'
import * as queries from './queries.ts'

/** Bytes of a chunk: writing one delays other requests by no more than milliseconds. */
export const CHUNK_BYTES = 262_144

/** SQLite overwrites deleted data, so a large delete would take long. */
const DELETED_TOGETHER = 8

/** Writes a file of an import. */
export async function writeFile(
  trx: Trx,
  { id, file }: { id: number; file: queries.FileName },
  bytes: Buffer,
): Promise<void> {
  for (let start = 0, position = 0; start < bytes.length; start += CHUNK_BYTES, position++) {
    const content = bytes.subarray(start, start + CHUNK_BYTES)
    await queries.insertChunk(trx, { import_id: id, file, position, content })
  }
}

/** Reads a file of an import, a chunk at a time. */
export async function* readFile(
  reader: Reader,
  { id, file }: { id: number; file: queries.FileName },
): AsyncGenerator<Buffer, void> {
  for (let position = 0; ; position++) {
    const content = await queries.findChunk(reader, { id, file, position })
    if (!content) return
    yield content
  }
}

/** Deletes files of an import, in several transactions. */
export async function deleteFiles(
  db: Db,
  id: number,
  files: readonly queries.FileName[] = ['upload', 'invalid'],
): Promise<void> {
  const some = { id, files, most: DELETED_TOGETHER }
  while ((await db.write((trx) => queries.deleteChunks(trx, some))) === DELETED_TOGETHER);
}
