import type { OperationContext } from '../../platform/context.ts'
import type { Reader, Trx } from '../../platform/db/db.ts'
import { addCarriers, dealersChanged, listCarriers, listUncoded, matchDealers } from '../dealers/index.ts'
import type { DealerRow } from './dealer-rows.ts'

interface InvalidLine extends Pick<DealerRow, 'input' | 'unreadable'> {
  line: number
}

/**
 * Adds the brand to the dealers, and with `replace` removes it from others, except those that invalid rows mean. Returns
 * the dealers that carried it before and how many of these left; none where an invalid row, also returned, may mean any of them.
 */
export async function linkBrand(
  ctx: OperationContext,
  trx: Trx,
  {
    brandId,
    replace,
    saved,
    invalid,
    dryRun,
  }: {
    brandId: number
    replace: boolean
    saved: readonly number[]
    invalid: readonly InvalidLine[]
    dryRun: boolean
  },
): Promise<{ removed: number; carriers: ReadonlySet<number>; unclear: InvalidLine | undefined }> {
  const carriers = await listCarriers(trx, brandId)
  const { meant, unclear } = replace
    ? await findMeant(trx, brandId, { saved, invalid })
    : { meant: [], unclear: undefined }
  const { joined, left } = await addCarriers(ctx, trx, brandId, [...saved, ...meant], {
    only: replace && !unclear,
    dryRun,
  })
  if (joined + left > 0 && !dryRun) await dealersChanged(ctx.db, trx)
  return { removed: left, carriers, unclear }
}

/** Returns the brand's dealers that invalid rows mean, and a row that may mean any of those that no row means. */
async function findMeant(
  reader: Reader,
  brandId: number,
  { saved, invalid }: { saved: readonly number[]; invalid: readonly InvalidLine[] },
): Promise<{ meant: number[]; unclear: InvalidLine | undefined }> {
  if (invalid.length === 0) return { meant: [], unclear: undefined }
  const carriers = await listCarriers(reader, brandId)
  const { matches } = await matchDealers(
    reader,
    invalid.map(({ input }) => input),
  )
  const meant = matches.flatMap((stored) => (stored && carriers.has(stored.id) ? stored.id : []))
  const named = new Set([...saved, ...meant])
  if ([...carriers].every((id) => named.has(id))) return { meant, unclear: undefined }
  const uncoded = (await listUncoded(reader, brandId)).some(({ id }) => !named.has(id))
  const unclear = invalid.find(({ unreadable, input }, row) => {
    // Without id and code, it may mean any of several dealers.
    if (unreadable || (input.id === undefined && !input.dealer_code)) return true
    if (carriers.has(matches[row]?.id ?? 0)) return false
    // A new code may be meant for a dealer without one.
    return input.id === undefined && uncoded
  })
  return { meant, unclear }
}
