import type { Reader } from '../../platform/db/db.ts'
import { findDealerIds, listUncoded, naturalKeyOf } from '../dealers/index.ts'
import type { DealerRow } from './dealer-rows.ts'

/**
 * Finds dealers that get their code later than the rest. A row gets the id of the one dealer of the brand without a
 * code that has its name, address and postal code, if no dealer has the row's code. No two codes get the same dealer.
 */
export async function matchByAddress<R extends DealerRow>(
  reader: Reader,
  rows: readonly R[],
  brandId: number,
): Promise<R[]> {
  const uncoded = await listFree(reader, rows, brandId)
  const keys = rows.map(({ input }) =>
    input.id === undefined && input.dealer_code ? naturalKeyOf(input) : undefined,
  )
  const codes = rows.flatMap(({ input }, row) => (uncoded.has(keys[row] ?? '') ? input.dealer_code! : []))
  const known = await findDealerIds(reader, [...new Set(codes)])
  const codeOf = new Map<number, string>()
  return rows.map((row, index) => {
    const code = row.input.dealer_code!
    const id = uncoded.get(keys[index] ?? '')
    if (id === undefined || known.has(code) || (codeOf.get(id) ?? code) !== code) return row
    codeOf.set(id, code)
    return { ...row, input: { ...row.input, id } }
  })
}

/**
 * Gives a row with neither id nor code the id of the brand's own dealer with the same natural key: other brands may have
 * such dealers too.
 */
export async function matchOwn<R extends DealerRow>(
  reader: Reader,
  rows: readonly R[],
  brandId: number,
): Promise<R[]> {
  const own = await listUnique(reader, brandId)
  return rows.map((row) => {
    const { id = row.input.dealer_code ? undefined : own.get(naturalKeyOf(row.input) ?? '') } = row.input
    return id === undefined ? row : { ...row, input: { ...row.input, id } }
  })
}

/** Returns the ids of the brand's dealers without a code that no row means, by their natural keys. */
async function listFree(
  reader: Reader,
  rows: readonly DealerRow[],
  brandId: number,
): Promise<Map<string, number>> {
  const meant = new Set(
    rows.map(({ input }) => input.id ?? (input.dealer_code ? undefined : naturalKeyOf(input))),
  )
  const unique = await listUnique(reader, brandId)
  return new Map([...unique].filter(([key, id]) => !meant.has(key) && !meant.has(id)))
}

/** Returns the ids of the brand's dealers without a code, by the natural keys that only one of them has. */
async function listUnique(reader: Reader, brandId: number): Promise<Map<string, number>> {
  const unique = new Map<string, number>()
  for (const [key, [first, ...others]] of Map.groupBy(await listUncoded(reader, brandId), naturalKeyOf)) {
    if (key !== undefined && others.length === 0) unique.set(key, first!.id)
  }
  return unique
}
