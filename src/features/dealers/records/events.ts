import type { Micros } from '../../../platform/clock.ts'
import type { Reader, Trx } from '../../../platform/db/db.ts'
import { SYSTEM } from '../../../platform/principal.ts'
import { listBrands } from '../../brands/index.ts'
import { recordEvents } from '../../events/index.ts'
import { findByIds } from '../queries/list-queries.ts'
import { listBrandIds, listTerritoryDealers } from '../queries/record-queries.ts'
import { viewDealers } from './dealer-view.ts'

export type DealerEventType = `dealer.${'created' | 'updated' | 'activated' | 'deactivated'}`

/** A dealer that begins or ceases to carry a brand. */
interface Link {
  dealer_id: number
  brand_id: number
}

interface Changes {
  at: Micros
  /** Changes of dealers' own fields, by dealer id. */
  types?: ReadonlyMap<number, DealerEventType>
  joined: readonly Link[]
  left: readonly Link[]
}

/**
 * Records what happened to dealers: an event for each brand that a change concerns, which shows this brand only. For a
 * brand, a dealer is created when it begins to carry the brand.
 */
export async function recordDealerEvents(
  trx: Trx,
  { at, types = new Map(), joined, left }: Changes,
): Promise<void> {
  const ids = new Set([...types.keys(), ...[...joined, ...left].map(({ dealer_id }) => dealer_id)])
  if (ids.size === 0) return
  const byBrand = new Map<string, Link & { type: DealerEventType; carries: boolean }>()
  const set = (link: Link, type: DealerEventType, carries: boolean) =>
    byBrand.set(`${link.dealer_id} ${link.brand_id}`, { ...link, type, carries })
  for (const link of await listBrandIds(trx, [...types.keys()])) set(link, types.get(link.dealer_id)!, true)
  for (const link of left) set(link, 'dealer.updated', false)
  for (const link of joined) set(link, 'dealer.created', true)
  const slugs = await slugsOf(trx)
  const views = new Map(
    (await viewDealers(trx, SYSTEM, await findByIds(trx, [...ids]))).map((view) => [view.id, view]),
  )
  await recordEvents(
    trx,
    [...byBrand.values()].map(({ dealer_id, brand_id, type, carries }) => ({
      at,
      type,
      brandId: brand_id,
      subject: `dealer:${dealer_id}`,
      data: { ...views.get(dealer_id), brands: carries ? [slugs.get(brand_id)!] : [] },
    })),
  )
}

/** Records to which dealers postal codes belong from now on. */
export async function recordTerritoryEvents(
  trx: Trx,
  at: Micros,
  changed: readonly { brandId: number; country: string; postalCode: string; dealerId: number | null }[],
): Promise<void> {
  if (changed.length === 0) return
  const slugs = await slugsOf(trx)
  const ids = new Set(changed.flatMap(({ dealerId }) => dealerId ?? []))
  const dealers = new Map((await listTerritoryDealers(trx, [...ids])).map((dealer) => [dealer.id, dealer]))
  await recordEvents(
    trx,
    changed.map(({ brandId, country, postalCode, dealerId }) => {
      const dealer = dealerId === null ? undefined : dealers.get(dealerId)
      return {
        at,
        type: 'territory.changed' as const,
        brandId,
        subject: `territory:${brandId}:${country}:${postalCode}`,
        data: {
          brand_id: brandId,
          brand: slugs.get(brandId),
          country,
          postal_code: postalCode,
          dealer_id: dealerId,
          dealer_code: dealer?.dealer_code ?? null,
          dealer_name: dealer?.name ?? null,
        },
      }
    }),
  )
}

async function slugsOf(reader: Reader): Promise<Map<number, string>> {
  return new Map((await listBrands(reader)).map(({ id, slug }) => [id, slug]))
}
