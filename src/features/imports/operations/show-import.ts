import { findHeldBrand } from '../../brands/index.ts'
import type { ImportContext } from '../context.ts'
import { requireVisible } from '../kinds.ts'
import * as queries from '../queries.ts'
import type { ImportRecord } from '../record.ts'
import { toRecord } from '../view.ts'

/** Returns an import with its first errors. @throws NotFound (NOT_FOUND) */
export async function showImport(ctx: ImportContext, id: number): Promise<ImportRecord> {
  const { db, principal } = ctx
  const row = requireVisible(principal, await queries.findImport(db.read, id), id)
  const brand = await findHeldBrand(db.read, principal, `id:${row.brand_id}`)
  return toRecord(ctx, db.read, { row, slug: brand.slug })
}
