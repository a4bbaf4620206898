import type { Reader } from '../../../platform/db/db.ts'
import { Conflict, NotFound } from '../../../platform/errors.ts'
import { SYSTEM } from '../../../platform/principal.ts'
import { type Browser, type OpenedSession, openSession } from '../browser-sessions/open-session.ts'
import type { AccountContext } from '../context.ts'
import { deleteSetUpLink, findSetUpLink } from '../first-administrator/queries.ts'
import { hasAdministrator } from '../save-queries.ts'
import { digestToken } from '../tokens/digest-token.ts'
import { checkPassword } from '../users/password-rules.ts'
import { refuseTakenEmail } from '../users/refuse-taken-email.ts'
import { saveUser, writeWithPasswords } from '../users/write-user.ts'

interface FirstAdministrator {
  /** The token of the set-up link. */
  token: string
  email: string
  password: string
}

/**
 * Makes the first administrator, who is signed in. The set-up link is used up.
 * @throws NotFound (NOT_FOUND) for a link that is unknown, used or of an earlier start
 * @throws Conflict (CONFLICT) where there is an administrator, or a user with this address
 * @throws Invalid (VALIDATION_ERROR) for a password that must not be chosen
 */
export async function createFirstAdministrator(
  ctx: AccountContext,
  { token, email, password }: FirstAdministrator,
  browser: Browser,
): Promise<OpenedSession> {
  const tokenHash = digestToken(token)
  const checkLink = async (reader: Reader) => {
    const link = await findSetUpLink(reader)
    if (link?.token_hash === tokenHash && link.expires_at > ctx.clock.now()) return
    throw new NotFound(
      'NOT_FOUND',
      'The link is unknown, or it was used. The server prints another when it starts.',
    )
  }
  await checkLink(ctx.db.read)
  checkPassword(password, { field: 'password', email })
  const asSystem = { ...ctx, principal: SYSTEM }
  return writeWithPasswords(asSystem, [{ email, password }], async (trx, passwords) => {
    await checkLink(trx)
    if (await hasAdministrator(trx)) {
      throw new Conflict('CONFLICT', 'There is already an administrator, who can invite others.')
    }
    await refuseTakenEmail(trx, email, { principal: SYSTEM })
    const { id } = await saveUser(asSystem, trx, { email, role: 'administrator' }, passwords)
    await deleteSetUpLink(trx, tokenHash)
    return openSession(ctx, trx, id, browser)
  })
}
