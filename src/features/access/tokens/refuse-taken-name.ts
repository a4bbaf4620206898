import type { Reader } from '../../../platform/db/db.ts'
import { Conflict } from '../../../platform/errors.ts'
import type { Principal } from '../../../platform/principal.ts'
import { holdingOf, isVisible } from '../grants.ts'
import { listTokens } from '../list-queries.ts'

/** @throws Conflict (CONFLICT) where another token than this one has the name */
export async function refuseTakenName(
  reader: Reader,
  given: string,
  { principal, except }: { principal: Principal; except?: number },
): Promise<void> {
  const same = (await listTokens(reader)).find(({ name, id }) => name === given && id !== except)
  if (!same) return
  const which = isVisible(principal, holdingOf(same)) ? ` (id ${same.id})` : ''
  throw new Conflict('CONFLICT', `There is already an API token "${same.name}"${which}.`)
}
