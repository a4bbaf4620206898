import type { Reader } from '../../../platform/db/db.ts'
import { findById, listSlugs } from '../queries/list-queries.ts'
import type { StoredDealer } from './dealer-record.ts'

export type DealerView = ReturnType<typeof toView>

/** Returns the dealer with this id as callers see it. It must exist. */
export async function viewDealer(reader: Reader, id: number): Promise<DealerView> {
  const [dealer] = await viewDealers(reader, await findById(reader, id))
  return dealer!
}

/** Returns dealers as callers see them. */
export async function viewDealers(reader: Reader, dealers: readonly StoredDealer[]): Promise<DealerView[]> {
  const slugs = await listSlugs(
    reader,
    dealers.map((dealer) => dealer.id),
  )
  return dealers.map((dealer) => toView(dealer, slugs.get(dealer.id) ?? []))
}

function toView({ country_code: _, active, approximate, ...dealer }: StoredDealer, brands: string[]) {
  return {
    ...dealer,
    /** The coordinates are those of the postal code; without coordinates, none are known. */
    approximate: Boolean(approximate),
    active: Boolean(active),
    brands,
  }
}
