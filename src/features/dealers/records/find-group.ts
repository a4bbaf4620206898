import type { Reader } from '../../../platform/db/db.ts'
import { brandsOf, type Principal } from '../../../platform/principal.ts'
import { isId, pick } from '../../../platform/references.ts'
import { findGroups, listGroups, type StoredGroup } from '../queries/group-queries.ts'

/** Names that a wrong one may resemble. */
const MOST_NAMES = 5_000

/** Returns the principal's dealer group with this name or id. @throws NotFound (NOT_FOUND) with similar names */
export async function findGroup(
  reader: Reader,
  principal: Principal,
  reference: string,
): Promise<StoredGroup> {
  const brandIds = brandsOf(principal)
  const text = reference.replace(/^(id|name):/, '')
  const found = await findGroups(reader, brandIds, { name: text, ...(isId(text) && { id: Number(text) }) })
  const naming = { noun: 'dealer group', key: 'name', keyOf: (group: StoredGroup) => group.name }
  try {
    return pick(found, reference, naming)
  } catch (error) {
    if (found.length > 0 || reference.startsWith('id:')) throw error
    const others = await listGroups(reader, { brandIds }, { limit: MOST_NAMES, offset: 0, after: undefined })
    return pick(others, reference, naming)
  }
}
