import type { OperationContext } from '../../../platform/context.ts'
import { authorize } from '../../../platform/principal.ts'
import { findHeldBrand } from '../../brands/index.ts'
import { lockDealers } from '../changes.ts'
import { saveTerritories } from '../records/save-territories.ts'
import { readCodes, requireAssigned } from '../records/territory-codes.ts'
import type { Area } from '../schemas.ts'

/**
 * Takes postal codes of a brand from their dealers. Returns them as they were stored.
 * @throws NotFound (NOT_FOUND) for the brand, or for a code that belongs to nobody
 * @throws Invalid (VALIDATION_ERROR)
 */
export async function removeTerritories(ctx: OperationContext, area: Area): Promise<{ codes: string[] }> {
  authorize(ctx.principal, 'dealers:write')
  const { country, codes } = readCodes(area)
  return ctx.db.write(async (trx) => {
    await lockDealers(ctx.db, trx)
    const brandId = (await findHeldBrand(trx, ctx.principal, area.brand)).id
    await requireAssigned(trx, { ...area, brandId, codes })
    const inputs = codes.map((postalCode) => ({ brandId, country, postalCode, dealerId: null }))
    await saveTerritories(ctx, trx, inputs)
    return { codes }
  })
}
