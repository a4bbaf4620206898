import { pickFields } from '../../../platform/pick-fields.ts'
import { authorize } from '../../../platform/principal.ts'
import type { WarrantyContext } from '../context.ts'
import { listOwnerships } from '../queries/queries.ts'
import { selectWarranty, type WarrantySelector } from '../records/select-warranty.ts'

const SHOWN = [
  'first_name',
  'last_name',
  'email',
  'phone',
  'registration_date',
  'purchase_date',
  'transfer_date',
  'transfer_notes',
] as const

/**
 * Returns the owners of a boat, the first owner first. The present one has no transfer_date.
 * @throws NotFound (WARRANTY_NOT_FOUND), Conflict (AMBIGUOUS_HIN), Forbidden
 */
export async function getOwnershipHistory(ctx: WarrantyContext, selector: WarrantySelector) {
  authorize(ctx.principal, 'warranty:history')
  const { db, principal } = ctx
  const scope = { principal, brands: await ctx.brands.getFresh() }
  const { id, hin, model, model_year } = await selectWarranty(db.read, scope, selector)
  const owners = await listOwnerships(db.read, [id])
  return {
    hin,
    model,
    model_year,
    history: owners.map((owner) => pickFields(owner, SHOWN)),
  }
}
