import type { OperationContext } from '../../../platform/context.ts'
import { Conflict } from '../../../platform/errors.ts'
import { authorize } from '../../../platform/principal.ts'
import { type AccountLink, createAccountLink } from '../account-links/account-links.ts'
import { checkControl, holdingOf } from '../grants.ts'
import { recordAccount } from '../record-account.ts'
import { findUser } from '../users/find-user.ts'

/**
 * Makes a link with which a user chooses a password, to be handed over: an invitation for a user without one.
 * @throws NotFound (NOT_FOUND) for the user
 * @throws Forbidden (GRANT_NOT_PERMITTED) for a user who holds more than the principal
 * @throws Conflict (CONFLICT) for a deactivated user
 */
export function issueAccountLink(ctx: OperationContext, reference: string): Promise<AccountLink> {
  const { db, clock, principal } = ctx
  authorize(principal, 'access:write')
  return db.write(async (trx) => {
    const user = await findUser(trx, reference, principal)
    const { id: userId, email, invited } = user
    checkControl(principal, { kind: 'user', id: userId }, holdingOf(user))
    if (!user.active) throw new Conflict('CONFLICT', `The user "${email}" is deactivated.`)
    const action = invited ? 'user.invited' : 'user.reset_link_issued'
    await recordAccount(trx, action, { at: clock.now(), userId, principal })
    return createAccountLink(ctx, trx, { userId, email, purpose: invited ? 'invitation' : 'reset' })
  })
}
