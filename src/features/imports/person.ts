import type { OperationContext } from '../../platform/context.ts'
import type { Reader, Trx } from '../../platform/db/db.ts'
import { type PersonMatcher, withoutMention } from '../../platform/person-matcher.ts'
import { failedBecause } from './claim-job.ts'
import { readFile } from './files.ts'
import * as queries from './queries.ts'

/** Columns whose texts may quote the file. */
const TEXTS = ['options', 'errors', 'warnings', 'ignored_columns', 'reason'] as const
const FILES = ['upload', 'invalid'] as const
/** Characters of a chunk that are searched with the next one too: an address may be in both. */
const OVERLAP = 600
const ERASED =
  'A person was erased who is named in the file, and the file with them. Upload it again without the person.'

/** An import whose stored files or messages mention a person. */
export type ImportNaming = Pick<
  queries.StoredImport,
  'id' | 'brand_id' | 'state' | 'created_at' | (typeof TEXTS)[number]
>

/** Returns the imports whose files or messages mention the person. */
export async function findPersonInImports(
  reader: Reader,
  mention: PersonMatcher,
  within: ReadonlySet<number> | undefined,
): Promise<ImportNaming[]> {
  const found: ImportNaming[] = []
  for (const row of await queries.listTexts(reader)) {
    if (within && !within.has(row.brand_id)) continue
    const isInTexts = TEXTS.some((text) => mention.isIn(row[text] ?? ''))
    if (isInTexts || (await isInFiles(reader, row.id, mention))) found.push(row)
  }
  return found
}

/** Deletes the files of these imports and takes the person out of their messages. One that isn't done has failed. */
export async function erasePersonFromImports(
  { clock }: Pick<OperationContext, 'clock'>,
  trx: Trx,
  mention: PersonMatcher,
  rows: readonly ImportNaming[],
): Promise<void> {
  for (const row of rows) {
    await queries.deleteChunks(trx, { id: row.id, files: FILES, most: 1_000_000 })
    const now = clock.now()
    await queries.updateImport(trx, row, {
      updated_at: now,
      ...withoutMention(row, TEXTS, mention),
      ...(row.state !== 'done' && { ...failedBecause(ERASED, now), checked_at: null }),
    })
  }
}

async function isInFiles(reader: Reader, id: number, mention: PersonMatcher): Promise<boolean> {
  for (const file of FILES) {
    let decoder: TextDecoder | undefined
    let before = ''
    for await (const chunk of readFile(reader, { id, file })) {
      decoder ??= new TextDecoder(encodingOf(chunk))
      const text = before + decoder.decode(chunk, { stream: true })
      if (mention.isIn(text)) return true
      before = text.slice(-OVERLAP)
    }
  }
  return false
}

/** Windows-1252 reads as UTF-8 as far as an address has only ASCII characters. */
function encodingOf(chunk: Buffer): string {
  if (chunk[0] === 0xff && chunk[1] === 0xfe) return 'utf-16le'
  return chunk[0] === 0xfe && chunk[1] === 0xff ? 'utf-16be' : 'utf-8'
}
