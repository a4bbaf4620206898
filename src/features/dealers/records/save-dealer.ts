import type { Reader } from '../../../platform/db/db.ts'
import { Invalid } from '../../../platform/errors.ts'
import { lockDealers } from '../changes.ts'
import type { DealerContext } from '../context.ts'
import { dealerNotes } from './dealer-notes.ts'
import type { DealerInput } from './dealer-record.ts'
import { type DealerView, viewDealer } from './dealer-view.ts'
import { lookUpPoints } from './look-up-points.ts'
import { saveDealers } from './save-dealers.ts'

/** A dealer that was saved, and sentences that are worth knowing about it. */
export interface SavedDealerView {
  dealer: DealerView
  notes: string[]
}

/**
 * Saves one dealer.
 * @param prepare returns the input in view of what is stored. It runs twice: before the transaction, as a geocoding
 *   service may be slow, and inside it.
 * @throws Invalid (VALIDATION_ERROR)
 */
export async function saveDealer(
  ctx: DealerContext,
  prepare: (reader: Reader) => Promise<DealerInput>,
): Promise<SavedDealerView> {
  const findPoint = await lookUpPoints(ctx.db.read, [await prepare(ctx.db.read)], ctx)
  return ctx.db.write(async (trx) => {
    await lockDealers(ctx.db, trx)
    const input = await prepare(trx)
    const { dealers, issues } = await saveDealers(ctx, trx, [input], findPoint)
    const [saved] = dealers
    if (!saved) throw new Invalid(issues.map(({ field, message }) => ({ field, message })))
    const notes = dealerNotes('The dealer', saved, input.email).map((note) => `${note}.`)
    return { dealer: await viewDealer(trx, ctx.principal, saved.id), notes }
  })
}
