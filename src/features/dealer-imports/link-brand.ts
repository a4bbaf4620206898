import type { OperationContext } from '../../platform/context.ts'
import type { Reader, Trx } from '../../platform/db/db.ts'
import { addCarriers, dealersChanged, listCarriers, listUncoded, matchDealers } from '../dealers/index.ts'
import type { DealerRow } from './dealer-rows.ts'
import type { ImportOptions } from './options.ts'

interface FaultyLine extends Pick<DealerRow, 'input' | 'unread'> {
  line: number
}

/**
 * Makes the dealers carry the brand, and with `replace` no others, but for those that faulty rows mean. Returns how
 * many left it; none where a faulty row may mean any of them, which is returned too.
 */
export async function linkBrand(
  ctx: OperationContext,
  trx: Trx,
  {
    saved,
    faulty,
    options,
  }: { saved: readonly number[]; faulty: readonly FaultyLine[]; options: ImportOptions },
): Promise<{ removed: number; unclear: FaultyLine | undefined }> {
  const { brandId, replace } = options
  const { meant, unclear } = replace
    ? await findMeant(trx, brandId, { saved, faulty })
    : { meant: [], unclear: undefined }
  const { joined, left } = await addCarriers(ctx, trx, brandId, [...saved, ...meant], {
    only: replace && !unclear,
  })
  if (joined + left > 0) await dealersChanged(ctx.db, trx)
  return { removed: left, unclear }
}

/** Which of the brand's dealers faulty rows mean, and a row that may mean any of those that no row means. */
async function findMeant(
  reader: Reader,
  brandId: number,
  { saved, faulty }: { saved: readonly number[]; faulty: readonly FaultyLine[] },
): Promise<{ meant: number[]; unclear: FaultyLine | undefined }> {
  if (faulty.length === 0) return { meant: [], unclear: undefined }
  const carriers = await listCarriers(reader, brandId)
  const { matches } = await matchDealers(
    reader,
    faulty.map(({ input }) => input),
  )
  const meant = matches.flatMap((stored) => (stored && carriers.has(stored.id) ? stored.id : []))
  const named = new Set([...saved, ...meant])
  if ([...carriers].every((id) => named.has(id))) return { meant, unclear: undefined }
  const uncoded = (await listUncoded(reader, brandId)).some(({ id }) => !named.has(id))
  const unclear = faulty.find(({ unread, input }, row) => {
    // Of neither id nor code is what is like several of the brand's dealers, or none.
    if (unread || (input.id === undefined && !input.dealer_code)) return true
    if (carriers.has(matches[row]?.id ?? 0)) return false
    // A code that none of them has may be meant for one without a code.
    return input.id === undefined && uncoded
  })
  return { meant, unclear }
}
