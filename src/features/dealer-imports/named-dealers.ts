import type { Reader } from '../../platform/db/db.ts'
import { brandsOf, type Principal } from '../../platform/principal.ts'
import { suggest } from '../../platform/references.ts'
import { findDealersByReference, listBrandIds, listCarrierNames, listCarriers } from '../dealers/index.ts'

export interface NamedDealer {
  id: number
  carriesBrand: boolean
}

/** Comparing a name with those of all dealers takes a while, so only some names get a suggestion. */
const MOST_SUGGESTIONS = 20

/**
 * Finds the dealers that rows name by code, id or exact name: of several with the name, the brand's own. Returns a
 * function that returns the dealer of a name, or a sentence on why there is none.
 */
export async function findNamedDealers(
  reader: Reader,
  rows: readonly { dealer: string }[],
  brandId: number,
  principal: Principal,
): Promise<(name: string) => NamedDealer | string> {
  const names = [...new Set(rows.map(({ dealer }) => dealer))].filter(Boolean)
  const found = await keepOwn(reader, principal, await findDealersByReference(reader, names))
  const carriers = await listCarriers(reader, brandId)
  const unknown = names.filter((name) => !found.has(name))
  const known = unknown.length > 0 ? await listCarrierNames(reader, brandId) : []
  const missing = new Map(
    unknown.map((name, index) => {
      const similar = index < MOST_SUGGESTIONS ? suggest(name, known) : ''
      return [name, `There is no dealer "${name}".${similar || ' Import the dealers first.'}`]
    }),
  )
  return (name) => {
    const dealers = found.get(name)
    if (!dealers) return missing.get(name) ?? ''
    const own = dealers.filter(({ id }) => carriers.has(id))
    const meant = own.length > 0 ? own : dealers
    if (meant.length === 1) return { id: meant[0]!.id, carriesBrand: own.length > 0 }
    const codes = meant.map(({ id, dealer_code }) => dealer_code || `id ${id}`)
    return `Several dealers are called "${name}". Use a code or an id: ${codes.join(', ')}.`
  }
}

/** Returns the dealers without those that carry none of the principal's brands. */
async function keepOwn<D extends { id: number }>(
  reader: Reader,
  principal: Principal,
  found: Map<string, D[]>,
): Promise<Map<string, D[]>> {
  const held = brandsOf(principal)
  if (!held) return found
  const ids = new Set([...found.values()].flat().map(({ id }) => id))
  const links = await listBrandIds(reader, [...ids])
  const own = new Set(links.filter((link) => held.has(link.brand_id)).map((link) => link.dealer_id))
  return new Map(
    [...found].flatMap(([name, dealers]) => {
      const kept = dealers.filter(({ id }) => own.has(id))
      return kept.length > 0 ? [[name, kept]] : []
    }),
  )
}
