import type { OperationContext } from '../../../platform/context.ts'
import { NotFound } from '../../../platform/errors.ts'
import { authorize } from '../../../platform/principal.ts'
import { findHeldBrand } from '../../brands/index.ts'
import * as queries from '../queries/territory-queries.ts'
import { readCodes } from '../records/territory-codes.ts'
import type { Area } from '../schemas.ts'

const FIRST = { limit: 50, offset: 0, after: undefined }

/**
 * Returns the territory that decides on one postal code: its own, or else that of its beginning.
 * @throws NotFound (NOT_FOUND) for the brand, or where the code belongs to no dealer
 * @throws Invalid (VALIDATION_ERROR)
 */
export async function showTerritory(ctx: OperationContext, input: Area) {
  authorize(ctx.principal, 'dealers:read')
  const { country, codes } = readCodes(input)
  const code = codes[0]!
  const brandId = (await findHeldBrand(ctx.db.read, ctx.principal, input.brand)).id
  for (const prefix of [code, code.slice(0, 3)]) {
    const filter = { brandIds: new Set([brandId]), country, prefix }
    const found = await queries.listTerritories(ctx.db.read, filter, FIRST)
    const territory = found.find((row) => row.postal_code === prefix)
    if (territory) return territory
  }
  throw new NotFound('NOT_FOUND', `${country} ${code} belongs to no dealer of ${input.brand}.`)
}
