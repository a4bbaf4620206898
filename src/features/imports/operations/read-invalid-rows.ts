import type { ImportContext } from '../context.ts'
import { readFile } from '../files.ts'
import { requireVisible } from '../kinds.ts'
import * as queries from '../queries.ts'

/** The header of a file without rows. */
const EMPTY = '\ufeffline,reason\r\n'

/**
 * Returns the invalid rows of an import as the chunks of a CSV file, each row with its line and the reason. Spreadsheets
 * read no cell of it as a formula.
 * @throws NotFound (NOT_FOUND)
 */
export async function readInvalidRows(
  { db, principal }: ImportContext,
  id: number,
): Promise<AsyncIterable<Buffer>> {
  requireVisible(principal, await queries.findListed(db.read, id), id)
  const file = { id, file: 'invalid' } as const
  const first = await queries.findChunk(db.read, { ...file, position: 0 })
  return first ? readFile(db.read, file) : asChunks(EMPTY)
}

async function* asChunks(text: string) {
  yield Buffer.from(text)
}
