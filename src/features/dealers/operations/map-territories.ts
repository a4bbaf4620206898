import { setImmediate as nextTurn } from 'node:timers/promises'
import { authorize } from '../../../platform/principal.ts'
import { parse } from '../../../platform/schema-issues.ts'
import type { Point } from '../../postal-codes/index.ts'
import { listTerritories, type TerritoryKey } from '../queries/territory-queries.ts'
import type { Places } from '../records/look-up-points.ts'
import type { FilterContext } from '../records/read-dealer-filter.ts'
import { readTerritoryFilter } from '../records/read-territory-filter.ts'
import { TerritoryMapQuery } from '../schemas.ts'

const PAGE = 1_000

/** Where a brand's territories are. */
export interface TerritoryMap {
  dealers: { id: number; name: string }[]
  territories: {
    country: string
    postal_code: string
    dealer_id: number
    latitude: number
    longitude: number
  }[]
  /** The number of territories whose place is unknown. */
  unplaced: number
}

/**
 * Returns where the matching territories of a brand are, a prefix in the middle of its codes, and whose they are.
 * @throws NotFound (NOT_FOUND) for the brand or the dealer
 * @throws Invalid (VALIDATION_ERROR)
 */
export async function mapTerritories(ctx: FilterContext, input: TerritoryMapQuery): Promise<TerritoryMap> {
  authorize(ctx.principal, 'dealers:read')
  const filter = await readTerritoryFilter(ctx, parse(TerritoryMapQuery, input))
  const dealers = new Map<number, string>()
  const territories: TerritoryMap['territories'] = []
  let unplaced = 0
  let after: TerritoryKey | undefined
  for (;;) {
    const page = await listTerritories(ctx.db.scan, filter, { limit: PAGE, offset: 0, after })
    for (const [country, some] of Map.groupBy(page, (row) => row.country)) {
      const places = await placesOf(
        ctx,
        country,
        some.map(({ postal_code }) => postal_code),
      )
      for (const { postal_code, dealer_id, dealer_name } of some) {
        const point = places.get(postal_code)
        dealers.set(dealer_id, dealer_name)
        if (point) territories.push({ country, postal_code, dealer_id, ...pick(point) })
        else unplaced++
      }
    }
    const last = page.at(-1)
    if (page.length < PAGE || !last) break
    after = [last.brand_id, last.country, last.postal_code]
    // Requests go in between.
    await nextTurn()
  }
  return { dealers: [...dealers].map(([id, name]) => ({ id, name })), territories, unplaced }
}

function pick({ latitude, longitude }: Point) {
  return { latitude, longitude }
}

/** Returns where codes and prefixes are. */
async function placesOf(
  { locateAll }: Pick<Places, 'locateAll'>,
  country: string,
  codes: readonly string[],
): Promise<Map<string, Point>> {
  const places = await locateAll(country, codes)
  for (const prefix of codes.filter((code) => country === 'US' && code.length === 3)) {
    const all = Array.from({ length: 100 }, (_, i) => prefix + String(i).padStart(2, '0'))
    const known = [...(await locateAll(country, all)).values()]
    if (known.length === 0) continue
    const latitude = median(known.map((point) => point.latitude))
    places.set(prefix, { latitude, longitude: median(known.map((point) => point.longitude)) })
  }
  return places
}

/** Far islands don't drag it out to sea, as they would a mean. */
function median(values: number[]): number {
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)]!
}
