import type { Reader } from '../../../platform/db/db.ts'
import { isId, pick } from '../../../platform/references.ts'
import { findDealers } from '../records/queries.ts'
import * as queries from './queries.ts'

/** The id and code of the dealer with this code or id; `id:7` and `code:7` tell the two apart. Throws NOT_FOUND. */
export async function findDealer(
  reader: Reader,
  reference: string,
): Promise<{ id: number; dealer_code: string }> {
  const text = reference.replace(/^(id|code):/, '')
  const id = isId(text) ? [Number(text)] : []
  const meant = await findDealers(reader, { ids: id, codes: [text], names: [] })
  const rows = meant.length > 0 ? meant : await queries.listCodesLike(reader, text)
  return pick(rows, reference, { noun: 'dealer', key: 'code', keyOf: (dealer) => dealer.dealer_code })
}

/** The dealer group with this name or id. Throws NOT_FOUND. */
export async function findGroup(reader: Reader, reference: string) {
  return pick(await queries.listGroups(reader), reference, {
    noun: 'dealer group',
    key: 'name',
    keyOf: (group) => group.name,
  })
}
