import type { Clock } from '../../platform/clock.ts'
import type { Db, Trx } from '../../platform/db/db.ts'
import { brandsChanged } from './brands.ts'
import * as queries from './queries.ts'

/** Designates brands' global fallback dealers: brand id -> dealer id, or null for none. Returns whether anything changed. */
export async function nameFallbackDealers(
  { db, clock }: { db: Db; clock: Clock },
  trx: Trx,
  dealerByBrand: ReadonlyMap<number, number | null>,
): Promise<boolean> {
  if (dealerByBrand.size === 0) return false
  let changed = false
  for (const brand of await queries.listBrands(trx)) {
    const dealer = dealerByBrand.get(brand.id)
    if (dealer === undefined || dealer === brand.fallback_dealer_id) continue
    await queries.updateFallback(trx, brand.id, { fallback_dealer_id: dealer, updated_at: clock.now() })
    changed = true
  }
  if (changed) await brandsChanged(db, trx)
  return changed
}
