import type { Reader } from '../../platform/db/db.ts'
import { findDealerIds, likenessOf, listUncoded } from '../dealers/index.ts'
import type { DealerRow } from './dealer-rows.ts'

/**
 * Codes may come to a table later than its dealers. A row whose code nobody has, and that agrees in name, address and
 * postal code with just one dealer of the brand without a code, gets that dealer's id; no two codes get the same one.
 */
export async function recognizeUncoded<R extends DealerRow>(
  reader: Reader,
  rows: readonly R[],
  brandId: number,
): Promise<R[]> {
  const uncoded = await listFree(reader, rows, brandId)
  const likenesses = rows.map(({ input }) =>
    input.id === undefined && input.dealer_code ? likenessOf(input) : undefined,
  )
  const codes = rows.flatMap(({ input }, row) =>
    uncoded.has(likenesses[row] ?? '') ? input.dealer_code! : [],
  )
  const known = await findDealerIds(reader, [...new Set(codes)])
  const codeOf = new Map<number, string>()
  return rows.map((row, index) => {
    const code = row.input.dealer_code!
    const id = uncoded.get(likenesses[index] ?? '')
    if (id === undefined || known.has(code) || (codeOf.get(id) ?? code) !== code) return row
    codeOf.set(id, code)
    return { ...row, input: { ...row.input, id } }
  })
}

/**
 * A row with neither id nor code means the brand's own dealer, where one is like it: it gets that one's id, as other
 * brands may have dealers like it too.
 */
export async function recognizeOwn<R extends DealerRow>(
  reader: Reader,
  rows: readonly R[],
  brandId: number,
): Promise<R[]> {
  const own = await listUnlike(reader, brandId)
  return rows.map((row) => {
    const { id = row.input.dealer_code ? undefined : own.get(likenessOf(row.input) ?? '') } = row.input
    return id === undefined ? row : { ...row, input: { ...row.input, id } }
  })
}

/** The brand's dealers without a code that no row means, by what they alone are like. */
async function listFree(
  reader: Reader,
  rows: readonly DealerRow[],
  brandId: number,
): Promise<Map<string, number>> {
  const meant = new Set(
    rows.map(({ input }) => input.id ?? (input.dealer_code ? undefined : likenessOf(input))),
  )
  const unlike = await listUnlike(reader, brandId)
  return new Map([...unlike].filter(([likeness, id]) => !meant.has(likeness) && !meant.has(id)))
}

/** The brand's dealers without a code, by what they alone of the brand are like. */
async function listUnlike(reader: Reader, brandId: number): Promise<Map<string, number>> {
  const unlike = new Map<string, number>()
  for (const [likeness, [first, ...others]] of Map.groupBy(await listUncoded(reader, brandId), likenessOf)) {
    if (likeness !== undefined && others.length === 0) unlike.set(likeness, first!.id)
  }
  return unlike
}
