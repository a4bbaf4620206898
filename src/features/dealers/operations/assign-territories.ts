import type { OperationContext } from '../../../platform/context.ts'
import { authorize } from '../../../platform/principal.ts'
import { findHeldBrand } from '../../brands/index.ts'
import { lockDealers } from '../changes.ts'
import { findDealer } from '../records/find-dealer.ts'
import { saveTerritories } from '../records/save-territories.ts'
import { readCodes, requireAssigned, requireFree } from '../records/territory-codes.ts'
import { findTerritoryNotes } from '../records/territory-notes.ts'
import type { Area } from '../schemas.ts'

interface Assignment extends Area {
  /** The dealer's code, id or exact name. */
  dealer: string
  /** The postal codes belong to dealers now: false where they must belong to nobody. */
  reassign: boolean
}

/**
 * Assigns postal codes of a brand to a dealer. Returns them as they are stored, with sentences that are worth knowing.
 * @throws NotFound (NOT_FOUND) for the brand or the dealer, or for a code to reassign that belongs to nobody
 * @throws Conflict (CONFLICT) for a code to assign that belongs to a dealer
 * @throws Invalid (VALIDATION_ERROR)
 */
export async function assignTerritories(
  ctx: OperationContext,
  { dealer: reference, reassign, ...area }: Assignment,
): Promise<{ codes: string[]; notes: string[] }> {
  authorize(ctx.principal, 'dealers:write')
  const { country, codes } = readCodes(area)
  return ctx.db.write(async (trx) => {
    await lockDealers(ctx.db, trx)
    const brandId = (await findHeldBrand(trx, ctx.principal, area.brand)).id
    await (reassign ? requireAssigned : requireFree)(trx, { ...area, brandId, codes })
    const dealer = await findDealer(trx, ctx.principal, reference)
    const inputs = codes.map((postalCode) => ({ brandId, country, postalCode, dealerId: dealer.id }))
    await saveTerritories(ctx, trx, inputs)
    return { codes, notes: await findTerritoryNotes(trx, { ...area, brandId }, dealer) }
  })
}
