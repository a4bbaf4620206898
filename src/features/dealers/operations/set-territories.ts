import type { OperationContext } from '../../../platform/context.ts'
import type { Reader } from '../../../platform/db/db.ts'
import { Invalid, NotFound } from '../../../platform/errors.ts'
import { authorize, type Principal } from '../../../platform/principal.ts'
import { parse } from '../../../platform/schema-issues.ts'
import { findHeldBrand } from '../../brands/index.ts'
import { lockDealers } from '../changes.ts'
import { findDealer } from '../records/find-dealer.ts'
import { saveTerritories } from '../records/save-territories.ts'
import { normalizeCodes } from '../records/territory-codes.ts'
import { findTerritoryNotes } from '../records/territory-notes.ts'
import { TerritoryAssignment } from '../schemas.ts'

/** Postal codes as they are stored, with sentences that are worth knowing. */
interface AssignedTerritories {
  brand_id: number
  brand: string
  country: string
  postal_codes: string[]
  notes: string[]
}

/**
 * Assigns postal codes of a brand to a dealer, or with null to nobody. It takes them from any other dealer.
 * @throws NotFound (NOT_FOUND) for the brand
 * @throws Invalid (VALIDATION_ERROR) for the dealer, and for every postal code that is none
 */
export async function setTerritories(
  ctx: OperationContext,
  input: TerritoryAssignment,
): Promise<AssignedTerritories> {
  authorize(ctx.principal, 'dealers:write')
  const { dealer_id: dealerId, ...area } = parse(TerritoryAssignment, input)
  const { country, codes, issues } = normalizeCodes(area)
  return ctx.db.write(async (trx) => {
    await lockDealers(ctx.db, trx)
    const { id: brandId, slug } = await findHeldBrand(trx, ctx.principal, area.brand)
    const dealer = dealerId === null ? null : await findDealerOrNone(trx, ctx.principal, dealerId)
    if (dealer === undefined) {
      issues.unshift({ field: 'dealer_id', message: `There is no dealer ${dealerId}.` })
    }
    if (issues.length > 0) throw new Invalid(issues)
    const inputs = codes.map((postalCode) => ({ brandId, country, postalCode, dealerId }))
    await saveTerritories(ctx, trx, inputs)
    const notes = dealer ? await findTerritoryNotes(trx, { brand: slug, brandId, country }, dealer) : []
    return { brand_id: brandId, brand: slug, country, postal_codes: codes, notes }
  })
}

async function findDealerOrNone(reader: Reader, principal: Principal, id: number) {
  try {
    return await findDealer(reader, principal, `id:${id}`)
  } catch (error) {
    if (error instanceof NotFound) return undefined
    throw error
  }
}
