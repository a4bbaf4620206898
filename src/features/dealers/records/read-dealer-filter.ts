import { setImmediate as nextTurn } from 'node:timers/promises'
import type { OperationContext } from '../../../platform/context.ts'
import { milesBetween } from '../../../platform/haversine.ts'
import { selectBrandIds } from '../../brands/index.ts'
import * as queries from '../queries/list-queries.ts'
import { areFew } from '../queries/visible.ts'
import type { DealerConditions } from '../schemas.ts'
import { toCode } from './dealer-record.ts'
import { findGroup } from './find-group.ts'
import type { Places } from './look-up-points.ts'
import { readBounds } from './read-bounds.ts'

/** The context of operations that find dealers. */
export type FilterContext = OperationContext & Pick<Places, 'locateAll'>

type Conditions = { [K in keyof DealerConditions]?: DealerConditions[K] | undefined }

const PAGE = 1_000
/** Up to this many dealers with the words of a search are looked up by their ids. */
const MOST_BY_ID = 1_000

/** Miles from the middle of a postal code: wider than nearly all of them. */
const FAR_MILES = 100
/** Canada's rural codes, with a 0 in second place, are as wide as provinces. */
const FAR_MILES_RURAL = 500

/**
 * Returns the filter for these conditions, limited to the principal's brands.
 * @throws NotFound (NOT_FOUND) for the brand or the group
 * @throws Invalid (VALIDATION_ERROR) for the bounds
 */
export async function readDealerFilter(
  ctx: FilterContext,
  { far_from_postal_code: far, ...given }: Conditions,
): Promise<queries.DealerFilter> {
  const filter = await readPlain(ctx, given)
  if (!far) return filter
  return { ...filter, ids: await listFar(ctx, filter) }
}

async function readPlain(
  { db: { read, scan }, principal }: OperationContext,
  {
    brand,
    group,
    country,
    state,
    q = '',
    bounds,
    without_point,
    without_email,
    active,
    approximate,
  }: Conditions,
): Promise<queries.DealerFilter> {
  const brandIds = await selectBrandIds(read, principal, brand)
  const words = q.split(/\s+/).filter(Boolean)
  const found = words.length === 0 ? [] : await queries.findByWords(scan, words, MOST_BY_ID + 1)
  const isRare = words.length > 0 && found.length <= MOST_BY_ID
  return {
    brandIds,
    few: await areFew(read, brandIds),
    // Rare words need no second search of all texts; frequent ones soon fill a page in its order.
    ...(isRare ? { words: [], ids: found } : { words }),
    ...(group !== undefined && { groupId: (await findGroup(read, principal, group)).id }),
    ...(country && { countryCode: country.toUpperCase() }),
    ...(state && { state }),
    ...(bounds !== undefined && { bounds: readBounds(bounds) }),
    ...(without_point !== undefined && { placed: !without_point }),
    ...(without_email !== undefined && { withoutEmail: without_email }),
    ...(active !== undefined && { active }),
    ...(approximate !== undefined && { approximate }),
  }
}

/** Returns the ids of the matching dealers whose own coordinates are far from their postal code. */
async function listFar(
  { db, locateAll }: FilterContext,
  filter: queries.DealerFilter,
): Promise<readonly number[]> {
  const far: number[] = []
  for (let afterId = 0; ; ) {
    const own = { ...filter, approximate: false }
    const page = await queries.pageOfPlaced(db.scan, own, { afterId, limit: PAGE })
    for (const [country, dealers] of Map.groupBy(page, ({ country_code }) => country_code ?? '')) {
      const codes = dealers.map(({ postal_code }) => toCode(country, postal_code))
      const places = await locateAll(country, [...new Set(codes.filter((code) => code !== null))])
      for (const [position, dealer] of dealers.entries()) {
        const code = codes[position] ?? ''
        const place = places.get(code)
        const most = country === 'CA' && code[1] === '0' ? FAR_MILES_RURAL : FAR_MILES
        if (place && milesBetween(dealer, place) > most) far.push(dealer.id)
      }
    }
    if (page.length < PAGE) return far
    afterId = page.at(-1)!.id
    // Requests go in between.
    await nextTurn()
  }
}
