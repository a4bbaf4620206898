import { toIsoMicros } from '../../../platform/clock.ts'
import type { Reader } from '../../../platform/db/db.ts'
import { brandsOf, type Principal } from '../../../platform/principal.ts'
import { listGroupNames } from '../queries/group-queries.ts'
import { findById, listSlugs } from '../queries/list-queries.ts'
import type { StoredDealer } from './dealer-record.ts'

export type DealerView = ReturnType<typeof toView>

interface TimedDealer extends StoredDealer {
  created_at: number
  updated_at: number
  sort_name?: string
}

/** Returns the dealer with this id, which exists, as the principal sees it. */
export async function viewDealer(reader: Reader, principal: Principal, id: number): Promise<DealerView> {
  const [dealer] = await viewDealers(reader, principal, await findById(reader, id))
  return dealer!
}

/** Returns dealers as the principal sees them: with its own brands. */
export async function viewDealers(
  reader: Reader,
  principal: Principal,
  dealers: readonly TimedDealer[],
): Promise<DealerView[]> {
  const ids = dealers.map((dealer) => dealer.id)
  const slugs = await listSlugs(reader, ids, brandsOf(principal))
  const groupIds = new Set(dealers.flatMap((dealer) => dealer.group_id ?? []))
  const groups = await listGroupNames(reader, [...groupIds])
  return dealers.map((dealer) =>
    toView(dealer, {
      brands: slugs.get(dealer.id) ?? [],
      group: dealer.group_id === null ? null : (groups.get(dealer.group_id) ?? null),
    }),
  )
}

function toView(
  { country_code: _, sort_name: __, active, approximate, created_at, updated_at, ...dealer }: TimedDealer,
  { brands, group }: { brands: string[]; group: string | null },
) {
  return {
    ...dealer,
    /** The name of the group. */
    group,
    /** The coordinates are those of the postal code; without coordinates, none are known. */
    approximate: Boolean(approximate),
    active: Boolean(active),
    brands,
    created_at: toIsoMicros(created_at),
    updated_at: toIsoMicros(updated_at),
  }
}
