import type { Reader } from '../../../platform/db/db.ts'
import { Conflict } from '../../../platform/errors.ts'
import type { Principal } from '../../../platform/principal.ts'
import { emailKey } from '../../../platform/validate.ts'
import { holdingOf, isVisible } from '../grants.ts'
import { listUsers } from '../list-queries.ts'

/** @throws Conflict (CONFLICT) where another user than this one has the address */
export async function refuseTakenEmail(
  reader: Reader,
  email: string,
  { principal, except }: { principal: Principal; except?: number },
): Promise<void> {
  const key = emailKey(email)
  const same = (await listUsers(reader)).find(({ email_key, id }) => email_key === key && id !== except)
  if (!same) return
  const which = isVisible(principal, holdingOf(same)) ? ` (id ${same.id})` : ''
  throw new Conflict('CONFLICT', `There is already an API user "${same.email}"${which}.`)
}
