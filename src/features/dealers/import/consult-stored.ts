import type { Reader } from '../../../platform/db/db.ts'
import type { StoredDealer } from '../records/dealer-record.ts'
import * as queries from '../records/queries.ts'
import { matchDealers } from '../records/save-dealers.ts'
import type { DealerRow } from './dealer-rows.ts'

/** A row and the stored dealer that it means, if there is one. */
export interface KnownRow {
  storedId: number | undefined
}

/**
 * Reads rows in view of what is stored. A new dealer gets the country that its row implies; one that is stored keeps
 * its own unless the row names one. A row that would make something else of a dealer whom only other brands carry is
 * faulty: the id or code is no proof that it is the same one.
 */
export async function consultStored<R extends DealerRow>(
  reader: Reader,
  rows: readonly R[],
  brandId: number,
): Promise<(R & KnownRow)[]> {
  const { matches } = await matchDealers(
    reader,
    rows.map(({ input }) => input),
  )
  const foreign = await findForeign(reader, matches, brandId)
  return rows.map((row, index) => {
    const stored = matches[index]
    const faults = [...row.faults]
    if (stored && foreign.has(stored.id) && !isNameOf(stored, row.input.name)) {
      const named = row.input.id === undefined ? `dealer_code "${stored.dealer_code}"` : `id ${stored.id}`
      faults.push(
        `${named} is that of "${stored.name}", whom other brands carry: give this dealer another, or that name if it is the same`,
      )
    }
    if (stored || row.input.country) return { ...row, faults, storedId: stored?.id }
    if (!row.impliedCountry) {
      faults.push('country is missing: add a column for it, or --country when all are in the same')
    }
    return { ...row, faults, storedId: undefined, input: { ...row.input, country: row.impliedCountry } }
  })
}

/** Those that carry other brands and not this one. */
async function findForeign(
  reader: Reader,
  dealers: readonly (StoredDealer | undefined)[],
  brandId: number,
): Promise<Set<number>> {
  const own = await queries.listCarriers(reader, brandId)
  const others = dealers.flatMap((dealer) => (dealer && !own.has(dealer.id) ? dealer.id : []))
  return new Set((await queries.listBrandIds(reader, others)).map((link) => link.dealer_id))
}

function isNameOf(stored: StoredDealer, name: string | undefined): boolean {
  return name === undefined || name.toLowerCase() === stored.name.toLowerCase()
}
