import { Invalid } from '../../../platform/errors.ts'
import { authorize } from '../../../platform/principal.ts'
import { pickHeldBrand } from '../../brands/index.ts'
import type { LocatorContext } from '../context.ts'
import { placeQuery } from '../place-query.ts'
import { listNear } from '../queries.ts'
import { renderExplained } from '../response/explain.ts'
import { boundsAround, explainOthers, type NotListed, nearMiles } from '../response/not-listed.ts'
import { placeTerritory, type TerritoryPoint } from '../response/territory-points.ts'
import { type LocateInput, readQuery } from '../selection/read-query.ts'
import { selectDealers } from '../selection/select.ts'
import { unknownCode } from './locate-dealers.ts'

const AREA_LENGTH = 3

/** The dealer locator's response with `explain`, and the nearby dealers that it leaves out. */
export interface ExplainedLocation {
  dealers: { id: number; reason: string }[]
  origin_located?: false
  explain: object
  not_listed: NotListed[]
  territory_points: TerritoryPoint[]
}

/**
 * Finds the dealers of one of the principal's brands for a postal code, and says why each is listed, why near ones are
 * not, and where the territory is that the code belongs to. The brand is a slug or id.
 * @throws NotFound (NOT_FOUND, POSTAL_CODE_NOT_FOUND)
 * @throws Invalid (VALIDATION_ERROR)
 * @throws AppError GEOCODER_UNAVAILABLE where only the geocoding service could place a US or CA code
 */
export async function explainLocation(ctx: LocatorContext, input: LocateInput): Promise<ExplainedLocation> {
  authorize(ctx.principal, 'dealers:read')
  const { brand: reference, explain: _, ...asked } = readAdminQuery(input)
  const brand = pickHeldBrand(await ctx.brands.getFresh(), ctx.principal, reference)
  const snapshot = await ctx.snapshots.fresh(brand.id)
  const { query, locatedBy, failure } = await placeQuery(ctx.postalCodes, asked)
  const selection = selectDealers(snapshot, query)
  if (!selection) throw failure ?? unknownCode(query)
  const near = await listNear(ctx.db.scan, brand.id, {
    bounds: boundsAround(query, nearMiles(query)),
    area: { country: query.country, code: query.postalCode.slice(0, AREA_LENGTH) },
  })
  const { dealers, origin_located, explain } = JSON.parse(
    renderExplained({ snapshot, query, selection, locatedBy }),
  ) as ExplainedLocation
  return {
    dealers,
    ...(origin_located === false && { origin_located }),
    explain,
    not_listed: explainOthers(query, selection, near),
    territory_points: await placeTerritory(ctx.postalCodes, snapshot.territories, query),
  }
}

/** The sentences of the locator's own interface have no full stop. */
function readAdminQuery(input: LocateInput) {
  try {
    return readQuery(input)
  } catch (error) {
    if (!(error instanceof Invalid)) throw error
    throw new Invalid(error.issues.map(({ field, message }) => ({ field, message: `${message}.` })))
  }
}
