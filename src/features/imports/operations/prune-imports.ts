import { type Clock, DAY_MICROS } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import { deleteFiles } from '../files.ts'
import * as queries from '../queries.ts'

const KEPT_DAYS = 30
/** An upload takes minutes. */
const UPLOAD_MICROS = DAY_MICROS / 24
const PAGE = 20

/**
 * Removes imports after 30 days, uploads that never ended, and the files of imports that are done. Returns how many
 * imports were removed.
 */
export async function pruneImports({ db, clock }: { db: Db; clock: Clock }): Promise<number> {
  for (;;) {
    const ids = await queries.listWithUnneededFile(db.read, PAGE)
    for (const id of ids) await deleteFiles(db, id, ['upload'])
    if (ids.length < PAGE) break
  }
  const now = clock.now()
  const old = { before: now - KEPT_DAYS * DAY_MICROS, uploadBefore: now - UPLOAD_MICROS, most: PAGE }
  for (let removed = 0; ; ) {
    const ids = await queries.listOld(db.read, old)
    for (const id of ids) {
      await deleteFiles(db, id)
      await db.write((trx) => queries.deleteImport(trx, id))
    }
    removed += ids.length
    if (ids.length < PAGE) return removed
  }
}
