import { createHash } from 'node:crypto'
import type { Trx } from '../../../platform/db/db.ts'
import { AppError, Invalid } from '../../../platform/errors.ts'
import { findHeldBrand } from '../../brands/index.ts'
import type { ImportContext } from '../context.ts'
import { CHUNK_BYTES, deleteFiles } from '../files.ts'
import { type NewImport, readOptions } from '../input.ts'
import { authorizeKind } from '../kinds.ts'
import { actorOf, writePrincipal } from '../principals.ts'
import * as queries from '../queries.ts'
import type { ImportRecord } from '../record.ts'
import { toRecord } from '../view.ts'

/** 64 MiB. */
export const MOST_BYTES = 67_108_864

/** A file that is stored but not yet an import: nobody sees it. */
export interface Upload {
  id: number
  size: number
  /** SHA-256 of the file's bytes. */
  digest: Buffer
}

/**
 * Stores the file of a new import, chunk by chunk as it arrives. `startImport` makes it an import.
 * @throws NotFound (NOT_FOUND) for the brand
 * @throws Invalid (VALIDATION_ERROR) for options that do not fit, and for an empty file
 * @throws AppError (BODY_TOO_LARGE)
 */
export async function receiveImport(
  ctx: ImportContext,
  input: NewImport,
  bytes: AsyncIterable<Buffer>,
): Promise<Upload> {
  const { db, principal } = ctx
  authorizeKind(principal, input.kind)
  const options = readOptions(input)
  const brand = await findHeldBrand(db.read, principal, input.brand)
  const now = ctx.clock.now()
  const id = await db.write((trx) =>
    queries.insertImport(trx, {
      kind: input.kind,
      brand_id: brand.id,
      mode: input.mode ?? 'merge',
      options: JSON.stringify(options),
      principal: writePrincipal(principal),
      created_by: JSON.stringify(actorOf(principal)),
      created_at: now,
      updated_at: now,
    }),
  )
  try {
    return { id, ...(await storeBytes(ctx, id, bytes)) }
  } catch (error) {
    await discardUpload(ctx, id)
    throw error
  }
}

/** Removes a stored file that becomes no import. */
export async function discardUpload({ db }: Pick<ImportContext, 'db'>, id: number): Promise<void> {
  await deleteFiles(db, id)
  await db.write((trx) => queries.deleteImport(trx, id))
}

/** Makes a stored file an import, which is then checked in the background. */
export async function startImport(
  ctx: ImportContext,
  { id, size }: Pick<Upload, 'id' | 'size'>,
): Promise<ImportRecord> {
  return ctx.db.write(async (trx) => {
    const now = ctx.clock.now()
    await queries.updateImport(trx, { id }, { state: 'checking', size, created_at: now, updated_at: now })
    return showStored(ctx, trx, id)
  })
}

async function showStored(ctx: ImportContext, trx: Trx, id: number): Promise<ImportRecord> {
  const row = (await queries.findImport(trx, id))!
  const brand = await findHeldBrand(trx, ctx.principal, `id:${row.brand_id}`)
  return toRecord(ctx, trx, { row, slug: brand.slug })
}

async function storeBytes({ db }: ImportContext, id: number, bytes: AsyncIterable<Buffer>) {
  const hash = createHash('sha256')
  let size = 0
  let position = 0
  let waiting: Buffer[] = []
  let waitingBytes = 0
  const store = async () => {
    const content = Buffer.concat(waiting)
    const chunk = { import_id: id, file: 'upload', position: position++, content } as const
    waiting = []
    waitingBytes = 0
    await db.write((trx) => queries.insertChunk(trx, chunk))
  }
  for await (const part of bytes) {
    size += part.length
    if (size > MOST_BYTES) throw tooLarge()
    hash.update(part)
    waiting.push(part)
    waitingBytes += part.length
    if (waitingBytes >= CHUNK_BYTES) await store()
  }
  if (waitingBytes > 0) await store()
  if (size === 0) {
    const message = 'The file is empty. Its first line must name the columns.'
    throw new Invalid([{ field: '', message }])
  }
  return { size, digest: hash.digest() }
}

/** Returns the error for a file above the limit. */
export function tooLarge(): AppError {
  return new AppError('BODY_TOO_LARGE', 'The file is larger than 64 MiB. Split it, and import the parts.')
}
