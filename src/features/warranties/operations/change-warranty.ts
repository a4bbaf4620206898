import { joinTransaction } from '../../../platform/db/joined.ts'
import { authorize } from '../../../platform/principal.ts'
import type { Expected } from '../../../platform/version.ts'
import type { WarrantyContext } from '../context.ts'
import type { AdminWarranty } from '../records/record.ts'
import { type CorrectedFields, correctWarranty } from './correct-warranty.ts'
import { readWarrantyUnchecked } from './read-warranty.ts'
import { updateWarranty } from './update-warranty.ts'

interface Change {
  id: number
  fields: CorrectedFields
  /** The owner whose dates to correct: 1 is the first. Default: the current owner. */
  owner?: number | undefined
  /** The current owner's fields to change. */
  contact?: object | undefined
  expected?: Expected
}

/**
 * Corrects a warranty and changes its current owner's contact, in one transaction. Each needs its permission.
 * @throws what `correctWarranty` and `updateWarranty` throw
 */
export async function changeWarranty(
  ctx: WarrantyContext,
  { id, fields, owner, contact, expected }: Change,
): Promise<AdminWarranty> {
  const corrects = contact === undefined || owner !== undefined || Object.keys(fields).length > 0
  if (corrects) authorize(ctx.principal, 'warranty:correct')
  if (contact) authorize(ctx.principal, 'warranty:update')
  const changed = await ctx.db.write(async (trx) => {
    const joined = { ...ctx, db: joinTransaction(ctx.db, trx) }
    const selector = { id }
    if (corrects) await correctWarranty(joined, { selector, fields, owner, expected })
    if (contact) {
      await updateWarranty(joined, {
        selector,
        update: { contact },
        // The correction has changed the version.
        ...(!corrects && { expected }),
      })
    }
    return readWarrantyUnchecked(joined, id)
  })
  ctx.deliveries.wake()
  return changed
}
