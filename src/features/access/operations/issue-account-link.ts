import type { OperationContext } from '../../../platform/context.ts'
import { Conflict } from '../../../platform/errors.ts'
import { authorize } from '../../../platform/principal.ts'
import { type AccountLink, createAccountLink } from '../account-links/account-links.ts'
import { deleteLinksOf } from '../account-links/queries.ts'
import { checkControl, holdingOf, recordingRefusals } from '../grants.ts'
import { recordAccount } from '../record-account.ts'
import { findUser, type StoredUser } from '../users/find-user.ts'

/**
 * Makes a link with which a user chooses a password, to be handed over: an invitation for a user without one. Earlier
 * links end.
 * @throws NotFound (NOT_FOUND) for the user
 * @throws Forbidden (GRANT_NOT_PERMITTED) for a user who holds more than the principal
 * @throws Conflict (CONFLICT) where the user is not active
 */
export function issueAccountLink(
  ctx: OperationContext,
  reference: string,
): Promise<{ user: StoredUser; link: AccountLink }> {
  const { db, clock, principal } = ctx
  authorize(principal, 'access:write')
  return recordingRefusals(ctx, () =>
    db.write(async (trx) => {
      await db.lock(trx, 'setup')
      const user = await findUser(trx, reference, principal)
      const { id: userId, email, invited } = user
      checkControl(principal, { kind: 'user', id: userId }, holdingOf(user))
      if (!user.active) {
        throw new Conflict('CONFLICT', `The user "${email}" is not active. Activate it first.`)
      }
      await deleteLinksOf(trx, userId)
      const action = invited ? 'user.invited' : 'user.reset_link_issued'
      await recordAccount(trx, action, { at: clock.now(), userId, principal })
      const purpose = invited ? 'invitation' : 'reset'
      return { user, link: await createAccountLink(ctx, trx, { userId, email, purpose }) }
    }),
  )
}
