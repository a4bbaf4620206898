import type { Reader } from '../../platform/db/db.ts'
import { brandsOf, type Principal } from '../../platform/principal.ts'
import { type DealerInput, listBrandIds, matchDealers, type StoredDealer } from '../dealers/index.ts'
import type { DealerRow } from './dealer-rows.ts'

/**
 * Makes rows invalid that would change what other brands have, for a principal who doesn't hold all brands: dealers that
 * carry none of the principal's brands, and fields of dealers that also carry others.
 */
export async function refuseForeign<R extends DealerRow>(
  reader: Reader,
  principal: Principal,
  rows: readonly R[],
): Promise<R[]> {
  const held = brandsOf(principal)
  if (!held) return [...rows]
  const { matches } = await matchDealers(
    reader,
    rows.map(({ input }) => input),
  )
  const ids = new Set(matches.flatMap((stored) => stored?.id ?? []))
  const links = Map.groupBy(await listBrandIds(reader, [...ids]), (link) => link.dealer_id)
  return rows.map((row, index) => {
    const stored = matches[index]
    if (!stored) return row
    const brandIds = (links.get(stored.id) ?? []).map((link) => link.brand_id)
    const own = brandIds.filter((id) => held.has(id)).length
    if (own === 0) return refuse(row, 'This is already a dealer of other brands.')
    if (own === brandIds.length || !differs(row.input, stored)) return row
    return refuse(row, "The dealer also carries brands that you don't hold, so you can't change it.")
  })
}

function refuse<R extends DealerRow>(row: R, message: string): R {
  return {
    ...row,
    issues: [...row.issues, { field: '', message: `${message} Ask somebody who holds all brands.` }],
  }
}

/** Returns whether a row says something else than what is stored. */
function differs({ point, id: _, ...fields }: Partial<DealerInput>, stored: StoredDealer): boolean {
  const moved = point && (point.latitude !== stored.latitude || point.longitude !== stored.longitude)
  return (
    Boolean(moved) ||
    Object.entries(fields).some(([field, value]) => {
      const before = stored[field as keyof StoredDealer]
      return (
        value !== undefined && (typeof value === 'boolean' ? value !== Boolean(before) : value !== before)
      )
    })
  )
}
