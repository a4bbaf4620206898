import { Conflict } from '../../../platform/errors.ts'
import { findHeldBrand } from '../../brands/index.ts'
import type { ImportContext } from '../context.ts'
import { requireVisible } from '../kinds.ts'
import { actorOf, writePrincipal } from '../principals.ts'
import * as queries from '../queries.ts'
import type { ImportRecord, ImportSummary } from '../record.ts'
import { canCommit, toRecord } from '../view.ts'

/**
 * Lets a checked import run: in the background, after the other runs of its brand.
 * @throws NotFound (NOT_FOUND)
 * @throws Conflict (CONFLICT) before it is checked, a second time, and with invalid rows unless they are skipped
 */
export async function commitImport(
  ctx: ImportContext,
  { id, skipInvalid }: { id: number; skipInvalid: boolean },
): Promise<ImportRecord> {
  const { db, clock, principal } = ctx
  return db.write(async (trx) => {
    await db.lock(trx, `import ${id}`)
    const row = requireVisible(principal, await queries.findImport(trx, id), id)
    requireReady(row, skipInvalid)
    const now = clock.now()
    await queries.updateImport(
      trx,
      { id },
      {
        state: 'running',
        principal: writePrincipal(principal),
        committed_by: JSON.stringify(actorOf(principal)),
        skip_invalid: skipInvalid,
        reason: null,
        attempts: 0,
        done: 0,
        lease_token: null,
        lease_until: null,
        committed_at: now,
        updated_at: now,
        finished_at: null,
      },
    )
    const brand = await findHeldBrand(trx, principal, `id:${row.brand_id}`)
    return toRecord(ctx, trx, { row: (await queries.findImport(trx, id))!, slug: brand.slug })
  })
}

function requireReady(row: queries.StoredImport, skipInvalid: boolean): void {
  if (!canCommit(row)) throw new Conflict('CONFLICT', REASONS[row.state] ?? 'It cannot be committed.')
  const { create, update, unchanged, invalid } = JSON.parse(row.summary!) as ImportSummary
  if (create + update + unchanged === 0) {
    throw new Conflict('CONFLICT', 'No row of this import is valid. Fix the file and upload it again.')
  }
  if (invalid > 0 && !skipInvalid) {
    throw new Conflict(
      'CONFLICT',
      `Rows are invalid: ${invalid}. Fix them, or skip them to import the others.`,
    )
  }
}

const REASONS: Partial<Record<queries.StoredImport['state'], string>> = {
  checking: 'This import is still being checked. Commit it when its state is ready.',
  running: 'This import was already committed, and is running.',
  done: 'This import was already committed, and is done.',
  failed: 'This import failed its check. Fix the file and upload it again.',
}
