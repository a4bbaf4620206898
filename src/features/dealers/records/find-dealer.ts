import type { Reader } from '../../../platform/db/db.ts'
import { Invalid, NotFound } from '../../../platform/errors.ts'
import { brandsOf, type Principal } from '../../../platform/principal.ts'
import { isId, pick, suggest } from '../../../platform/references.ts'
import * as listQueries from '../queries/list-queries.ts'
import { findDealers } from '../queries/record-queries.ts'
import { keepVisible } from '../queries/visible.ts'

interface FoundDealer {
  id: number
  dealer_code: string
  name: string
}

/**
 * Returns the principal's dealer with this code, id or exact name. `id:7`, `code:7` and `name:7` say which of them it is.
 * @throws NotFound (NOT_FOUND) with the most similar codes and names
 * @throws Invalid (VALIDATION_ERROR) where the reference means several dealers
 */
export async function findDealer(
  reader: Reader,
  principal: Principal,
  reference: string,
): Promise<FoundDealer> {
  const brandIds = brandsOf(principal)
  const [, by, rest] = /^(id|code|name):(.*)$/s.exec(reference) ?? []
  const text = rest ?? reference
  if (by !== 'name') {
    const ids = isId(text) ? [Number(text)] : []
    const codes = by === 'id' || text === '' ? [] : [text]
    const rows = await keepVisible(reader, brandIds, await findDealers(reader, { ids, codes, names: [] }))
    const isMeant = (row: FoundDealer) =>
      (by !== 'id' && row.dealer_code === text) || (by !== 'code' && row.id === ids[0])
    if (rows.some(isMeant)) {
      return pick(rows, reference, { noun: 'dealer', key: 'code', keyOf: (row) => row.dealer_code })
    }
  }
  if (by === 'id') throw new NotFound('NOT_FOUND', `There is no dealer "${text}".`)
  const named = by === 'code' ? [] : await listQueries.findByNames(reader, [text])
  const namesakes = await keepVisible(reader, brandIds, named)
  const [dealer, ...others] = namesakes
  if (!dealer) {
    const similar = (await listQueries.listSimilar(reader, text, brandIds)).filter((name) => name !== text)
    throw new NotFound('NOT_FOUND', `There is no dealer "${text}".${suggest(text, similar)}`)
  }
  if (others.length === 0) return dealer
  const codes = namesakes.map(({ id, dealer_code }) => dealer_code || `id:${id}`)
  const message = `Several dealers are called "${text}". Use the code of the one that you mean: ${codes.join(', ')}.`
  throw new Invalid([{ field: 'dealer', message }])
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
  for (const [name, dealers] of Map.groupBy(
    await listQueries.findByNames(reader, names),
    (dealer) => dealer.name,
  )) {
    found.set(name, dealers)
  }
  return found
}
