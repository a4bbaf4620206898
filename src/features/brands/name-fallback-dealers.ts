import type { OperationContext } from '../../platform/context.ts'
import type { Trx } from '../../platform/db/db.ts'
import { type AuditEntry, changes, recordAudit } from '../audit/index.ts'
import { brandsChanged } from './brands.ts'
import * as queries from './queries.ts'

/** Designates brands' global fallback dealers: brand id -> dealer id, or null for none. Returns whether anything changed. */
export async function nameFallbackDealers(
  { db, clock, principal }: OperationContext,
  trx: Trx,
  dealerByBrand: ReadonlyMap<number, number | null>,
): Promise<boolean> {
  if (dealerByBrand.size === 0) return false
  const now = clock.now()
  const entries: AuditEntry[] = []
  for (const brand of await queries.listBrands(trx)) {
    const dealer = dealerByBrand.get(brand.id)
    if (dealer === undefined || dealer === brand.fallback_dealer_id) continue
    await queries.updateFallback(trx, brand.id, { fallback_dealer_id: dealer, updated_at: now })
    entries.push({
      at: now,
      principal,
      action: 'brand.updated',
      subject: { id: brand.id, name: brand.slug },
      brandId: brand.id,
      change: changes({ fallback_dealer_id: brand.fallback_dealer_id }, { fallback_dealer_id: dealer }, [
        'fallback_dealer_id',
      ]),
    })
  }
  if (entries.length > 0) await brandsChanged(db, trx, { created: false })
  await recordAudit(trx, entries)
  return entries.length > 0
}
