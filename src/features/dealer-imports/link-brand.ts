import type { OperationContext } from '../../platform/context.ts'
import type { Reader, Trx } from '../../platform/db/db.ts'
import { addCarriers, dealersChanged, listCarriers, listUncoded, matchDealers } from '../dealers/index.ts'
import type { DealerRow } from './dealer-rows.ts'
import type { ImportOptions } from './options.ts'

interface InvalidLine extends Pick<DealerRow, 'input' | 'unread'> {
  line: number
}

/**
 * Makes the dealers carry the brand, and with `replace` no others, but for those that invalid rows mean. Returns how
 * many left it; none where an invalid row may mean any of them, which is returned too.
 */
export async function linkBrand(
  ctx: OperationContext,
  trx: Trx,
  {
    saved,
    invalid,
    options,
  }: { saved: readonly number[]; invalid: readonly InvalidLine[]; options: ImportOptions },
): Promise<{ removed: number; unclear: InvalidLine | undefined }> {
  const { brandId, replace } = options
  const { meant, unclear } = replace
    ? await findMeant(trx, brandId, { saved, invalid })
    : { meant: [], unclear: undefined }
  const { joined, left } = await addCarriers(ctx, trx, brandId, [...saved, ...meant], {
    only: replace && !unclear,
  })
  if (joined + left > 0) await dealersChanged(ctx.db, trx)
  return { removed: left, unclear }
}

/** Which of the brand's dealers invalid rows mean, and a row that may mean any of those that no row means. */
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
  const unclear = invalid.find(({ unread, input }, row) => {
    // Of neither id nor code is what is like several of the brand's dealers, or none.
    if (unread || (input.id === undefined && !input.dealer_code)) return true
    if (carriers.has(matches[row]?.id ?? 0)) return false
    // A code that none of them has may be meant for one without a code.
    return input.id === undefined && uncoded
  })
  return { meant, unclear }
}
