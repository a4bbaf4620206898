import type { Reader } from '../../platform/db/db.ts'
import { issue } from '../../platform/errors.ts'
import { listForeign, matchDealers, type StoredDealer } from '../dealers/index.ts'
import type { DealerRow } from './dealer-rows.ts'

/**
 * Compares rows with the stored dealers. A new dealer gets the country that its row implies; a stored one keeps its own
 * unless the row names one. A row that would rename a dealer that only other brands carry is invalid: its id or code does
 * not prove that it is the same dealer.
 */
export async function mergeExisting<R extends DealerRow>(
  reader: Reader,
  rows: readonly R[],
  brandId: number,
): Promise<R[]> {
  const foreign = await listForeign(reader, brandId)
  // Matching many rows takes seconds.
  const unclear = foreign.size > 0 ? rows : rows.filter(({ input }) => !input.country)
  const { matches } = await matchDealers(
    reader,
    unclear.map(({ input }) => input),
  )
  const storedOf = new Map(unclear.map((row, index) => [row, matches[index]]))
  return rows.map((row) => {
    const stored = storedOf.get(row)
    const issues = [...row.issues]
    // An invalid row may not learn the dealer's name.
    if (issues.length === 0 && stored && foreign.has(stored.id) && !isNameOf(stored, row.input.name)) {
      const { id } = row.input
      const [field, value, noun] =
        id === undefined ? ['dealer_code', `"${stored.dealer_code}"`, 'code'] : ['id', id, 'ID']
      const advice = `Use that name if it is the same dealer; else use another ${noun}`
      issues.push(issue(field, `${value} is that of "${stored.name}", a dealer of other brands. ${advice}`))
    }
    if (stored || row.input.country) return { ...row, issues }
    if (!row.impliedCountry) {
      const advice = 'Add a column for it, or give one country for all rows without one'
      issues.push({ ...issue('country', `is missing. ${advice}`), option: 'country' })
    }
    return { ...row, issues, input: { ...row.input, country: row.impliedCountry } }
  })
}

function isNameOf(stored: StoredDealer, name: string | undefined): boolean {
  return name === undefined || name.toLowerCase() === stored.name.toLowerCase()
}
