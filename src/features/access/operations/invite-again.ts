import type { OperationContext } from '../../../platform/context.ts'
import { afterTransaction } from '../../../platform/db/joined.ts'
import { Conflict } from '../../../platform/errors.ts'
import { authorize } from '../../../platform/principal.ts'
import {
  createAccountLink,
  type LinkServices,
  linkToShow,
  sendAccountLink,
} from '../account-links/account-links.ts'
import { deleteLinksOf } from '../account-links/queries.ts'
import { checkControl, holdingOf, recordingRefusals } from '../grants.ts'
import { recordAccount } from '../record-account.ts'
import { findUser, toUserView } from '../users/find-user.ts'
import type { InvitedUser } from './invite-user.ts'

/**
 * Makes another link for a user: an invitation where there is no password yet, else one for another password. Earlier
 * links end.
 * @throws NotFound (NOT_FOUND)
 * @throws Forbidden (GRANT_NOT_PERMITTED) where the user holds more than the principal
 * @throws Conflict (CONFLICT) where the user is not active
 */
export async function inviteAgain(
  ctx: OperationContext & LinkServices,
  reference: string,
): Promise<InvitedUser> {
  const { db, clock, principal } = ctx
  authorize(principal, 'access:write')
  const { user, link } = await recordingRefusals(ctx, () =>
    db.write(async (trx) => {
      await db.lock(trx, 'setup')
      const user = await findUser(trx, reference, principal)
      const { id: userId, email, invited } = user
      checkControl(principal, { kind: 'user', id: userId }, holdingOf(user))
      if (!user.active)
        throw new Conflict('CONFLICT', `The user "${email}" is not active. Activate it first.`)
      await deleteLinksOf(trx, userId)
      const action = invited ? 'user.invited' : 'user.reset_link_issued'
      await recordAccount(trx, action, { at: clock.now(), userId, principal })
      const purpose = invited ? 'invitation' : 'reset'
      return { user, link: await createAccountLink(ctx, trx, { userId, email, purpose }) }
    }),
  )
  await afterTransaction(db, async () => sendAccountLink(ctx, link))
  return { ...toUserView(user, principal), ...linkToShow(ctx, link) }
}
