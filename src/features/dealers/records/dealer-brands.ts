import type { OperationContext } from '../../../platform/context.ts'
import type { Trx } from '../../../platform/db/db.ts'
import { NO_FIELDS, recordAudit } from '../../audit/index.ts'
import * as queries from '../queries/record-queries.ts'
import { recordDealerEvents } from './events.ts'

/**
 * Makes each dealer carry these brands and no others. Returns what changed.
 * @param written the ids of dealers whose time of change is set already
 */
export async function replaceBrands(
  ctx: OperationContext,
  trx: Trx,
  dealers: readonly { dealerId: number; brandIds: readonly number[] }[],
  written: ReadonlySet<number | undefined>,
): Promise<{ joined: Link[]; left: Link[] }> {
  const current = await readBrands(
    trx,
    dealers.map((dealer) => dealer.dealerId),
  )
  const fresh: Link[] = []
  const gone: Link[] = []
  for (const { dealerId, brandIds } of dealers) {
    const before = current.get(dealerId) ?? new Set()
    const after = new Set(brandIds)
    for (const brand_id of after) if (!before.has(brand_id)) fresh.push({ dealer_id: dealerId, brand_id })
    for (const brand_id of before) {
      if (!after.has(brand_id)) gone.push({ dealer_id: dealerId, brand_id })
    }
  }
  await changeLinks(ctx, trx, { fresh, gone, written })
  return { joined: fresh, left: gone }
}

/**
 * Makes these dealers carry the brand; with `only`, no others. Returns how many joined and left.
 */
export async function addCarriers(
  ctx: OperationContext,
  trx: Trx,
  brandId: number,
  dealerIds: readonly number[],
  { only, dryRun = false }: { only: boolean; dryRun?: boolean },
): Promise<{ joined: number; left: number }> {
  const before = await queries.listCarriers(trx, brandId)
  const after = new Set(dealerIds)
  const joining = [...after].filter((id) => !before.has(id))
  const leaving = only ? [...before].filter((id) => !after.has(id)) : []
  const toLink = (dealer_id: number): Link => ({ dealer_id, brand_id: brandId })
  if (!dryRun) {
    const [joined, left] = [joining.map(toLink), leaving.map(toLink)]
    await changeLinks(ctx, trx, { fresh: joined, gone: left, written: NONE })
    await recordDealerEvents(trx, { at: ctx.clock.now(), joined, left })
  }
  return { joined: joining.length, left: leaving.length }
}

const NONE: ReadonlySet<number> = new Set()

/** A dealer that carries a brand. */
interface Link {
  dealer_id: number
  brand_id: number
}

async function changeLinks(
  { clock, principal }: OperationContext,
  trx: Trx,
  {
    fresh,
    gone,
    written,
  }: { fresh: readonly Link[]; gone: readonly Link[]; written: ReadonlySet<number | undefined> },
): Promise<void> {
  await queries.insertBrandLinks(trx, fresh)
  for (const [brandId, links] of Map.groupBy(gone, (link) => link.brand_id)) {
    const dealerIds = links.map((link) => link.dealer_id)
    await queries.deleteBrandLinks(trx, brandId, dealerIds)
  }
  const ids = new Set([...fresh, ...gone].map((link) => link.dealer_id))
  const names = await queries.listNames(trx, [...ids])
  const at = clock.now()
  await queries.touchDealers(
    trx,
    [...ids].filter((id) => !written.has(id)),
    at,
  )
  const toEntry = (action: 'dealer.brand_added' | 'dealer.brand_removed') => (link: Link) => ({
    at,
    principal,
    action,
    subject: { id: link.dealer_id, name: names.get(link.dealer_id) ?? null },
    brandId: link.brand_id,
    change: NO_FIELDS,
  })
  await recordAudit(trx, [
    ...fresh.map(toEntry('dealer.brand_added')),
    ...gone.map(toEntry('dealer.brand_removed')),
  ])
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
