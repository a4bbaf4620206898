import type { Reader } from '../../../platform/db/db.ts'
import { Conflict } from '../../../platform/errors.ts'
import { brandsOf, type Principal } from '../../../platform/principal.ts'
import { findGroups } from '../queries/group-queries.ts'

/** @throws Conflict (CONFLICT) where another group has this name, or this id */
export async function requireUnique(
  reader: Reader,
  principal: Principal,
  group: { id?: number; name: string },
  self?: number,
): Promise<void> {
  const isOther = ({ id }: { id: number }) => id !== self
  const [same] = (await findGroups(reader, undefined, group)).filter(isOther)
  if (!same) return
  const [visible] = (await findGroups(reader, brandsOf(principal), group)).filter(isOther)
  const which = visible ? `: ${visible.name} (id ${visible.id})` : ', of dealers of other brands'
  throw new Conflict('CONFLICT', `This dealer group already exists${which}.`)
}
