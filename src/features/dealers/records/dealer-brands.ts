import type { Trx } from '../../../platform/db/db.ts'
import * as queries from './queries.ts'

/** Makes each dealer carry these brands and no others. Returns whether anything changed. */
export async function replaceBrands(
  trx: Trx,
  dealers: readonly { dealerId: number; brandIds: readonly number[] }[],
): Promise<boolean> {
  const held = await readBrands(
    trx,
    dealers.map((dealer) => dealer.dealerId),
  )
  const fresh: { dealer_id: number; brand_id: number }[] = []
  const goneByBrand = new Map<number, number[]>()
  for (const { dealerId, brandIds } of dealers) {
    const before = held.get(dealerId) ?? new Set()
    const after = new Set(brandIds)
    for (const brand_id of after) if (!before.has(brand_id)) fresh.push({ dealer_id: dealerId, brand_id })
    for (const brandId of before) {
      if (after.has(brandId)) continue
      const gone = goneByBrand.get(brandId)
      if (gone) gone.push(dealerId)
      else goneByBrand.set(brandId, [dealerId])
    }
  }
  await queries.insertBrandLinks(trx, fresh)
  for (const [brandId, dealerIds] of goneByBrand) await queries.deleteBrandLinks(trx, brandId, dealerIds)
  return fresh.length > 0 || goneByBrand.size > 0
}

/**
 * Makes these dealers carry the brand; with `only`, nobody else does then. Returns how many joined and left.
 */
export async function addCarriers(
  trx: Trx,
  brandId: number,
  dealerIds: readonly number[],
  { only }: { only: boolean },
): Promise<{ joined: number; left: number }> {
  const before = await queries.listCarriers(trx, brandId)
  const after = new Set(dealerIds)
  const joining = [...after].filter((id) => !before.has(id))
  const leaving = only ? [...before].filter((id) => !after.has(id)) : []
  await queries.insertBrandLinks(
    trx,
    joining.map((dealer_id) => ({ dealer_id, brand_id: brandId })),
  )
  await queries.deleteBrandLinks(trx, brandId, leaving)
  return { joined: joining.length, left: leaving.length }
}

async function readBrands(trx: Trx, dealerIds: readonly number[]): Promise<Map<number, Set<number>>> {
  const brands = new Map<number, Set<number>>()
  for (const { dealer_id, brand_id } of await queries.listBrandIds(trx, dealerIds)) {
    const own = brands.get(dealer_id)
    if (own) own.add(brand_id)
    else brands.set(dealer_id, new Set([brand_id]))
  }
  return brands
}
