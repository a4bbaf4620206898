import type { Reader } from '../../../platform/db/db.ts'
import { isId } from '../../../platform/references.ts'
import { findByNames } from '../queries/list-queries.ts'
import { findDealers } from '../queries/record-queries.ts'

interface FoundDealer {
  id: number
  dealer_code: string
  name: string
}

/** Returns the dealers that each text means: the one with this code, else with this id, else all with this exact name. */
export async function findDealersByReference(
  reader: Reader,
  texts: readonly string[],
): Promise<Map<string, FoundDealer[]>> {
  const known = await findDealers(reader, { ids: texts.filter(isId).map(Number), codes: texts, names: [] })
  const byId = new Map(known.map((dealer) => [String(dealer.id), dealer]))
  const byCode = new Map(known.map((dealer) => [dealer.dealer_code, dealer]))
  const found = new Map<string, FoundDealer[]>()
  for (const text of texts) {
    const dealer = byCode.get(text) ?? byId.get(text)
    if (dealer) found.set(text, [dealer])
  }
  const names = texts.filter((text) => !found.has(text))
  for (const [name, dealers] of Map.groupBy(await findByNames(reader, names), (dealer) => dealer.name)) {
    found.set(name, dealers)
  }
  return found
}
