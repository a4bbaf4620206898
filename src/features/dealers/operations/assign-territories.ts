import type { OperationContext } from '../../../platform/context.ts'
import type { Reader } from '../../../platform/db/db.ts'
import { authorize } from '../../../platform/principal.ts'
import { findBrandId } from '../../brands/index.ts'
import { lockDealers } from '../changes.ts'
import { listCarriers } from '../queries/record-queries.ts'
import { findDealer } from '../records/find-dealer.ts'
import { saveTerritories, TERRITORY_COUNTRIES } from '../records/save-territories.ts'
import { readCodes, requireAssigned, requireFree } from '../records/territory-codes.ts'
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
    const brandId = await findBrandId(trx, area.brand)
    await (reassign ? requireAssigned : requireFree)(trx, { ...area, brandId, codes })
    const dealer = await findDealer(trx, reference)
    const inputs = codes.map((postalCode) => ({ brandId, country, postalCode, dealerId: dealer.id }))
    await saveTerritories(ctx, trx, inputs)
    return { codes, notes: await findNotes(trx, { ...area, brandId }, dealer) }
  })
}

async function findNotes(
  reader: Reader,
  { brand, brandId, country }: { brand: string; brandId: number; country: string },
  dealer: { id: number; dealer_code: string; name: string },
): Promise<string[]> {
  if (!TERRITORY_COUNTRIES.includes(country)) {
    return [`The territories have no effect, because only ${TERRITORY_COUNTRIES.join(' and ')} have them.`]
  }
  if ((await listCarriers(reader, brandId)).has(dealer.id)) return []
  const name = dealer.dealer_code || dealer.name
  return [`The territories have no effect until dealer "${name}" carries the brand "${brand}".`]
}
