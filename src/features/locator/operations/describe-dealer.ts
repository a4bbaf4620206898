import type { Reader } from '../../../platform/db/db.ts'
import { textOf } from '../byte-text.ts'
import { listDealers } from '../queries.ts'
import { toLocatedDealer } from '../snapshot/located-dealer.ts'

/**
 * Returns a dealer that somebody chose by hand as the dealer locator shows dealers, without a distance; null unless it
 * is an active dealer of the brand.
 */
export async function describeDealer(
  reader: Reader,
  { brandId, dealerId }: { brandId: number; dealerId: number },
): Promise<Record<string, unknown> | null> {
  const [row] = await listDealers(reader, { brandId, afterId: dealerId - 1, limit: 1 })
  if (row?.id !== dealerId || !row.active) return null
  return JSON.parse(`${textOf(toLocatedDealer(row).json)}null,"match_type":"manual","territory_match":false}`)
}
