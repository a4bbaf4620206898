import type { OperationContext } from '../../../platform/context.ts'
import { afterTransaction } from '../../../platform/db/joined.ts'
import {
  createAccountLink,
  type LinkServices,
  linkToShow,
  sendAccountLink,
} from '../account-links/account-links.ts'
import { recordAccount } from '../record-account.ts'
import { addUser } from '../users/add-user.ts'
import type { UserView } from '../users/find-user.ts'
import type { NewUser } from '../users/user-fields.ts'

/** A new user. The link only where no mail is sent: hand it over. */
export type InvitedUser = UserView & { link?: string }

/**
 * Creates a user who chooses the password by a link, once and within 24 hours. Brands are given by slug or id.
 * @throws Invalid (VALIDATION_ERROR)
 * @throws Forbidden (GRANT_NOT_PERMITTED) for more than the principal holds
 * @throws Conflict (CONFLICT) where a user has this address
 */
export async function inviteUser(
  ctx: OperationContext & LinkServices,
  input: Omit<NewUser, 'password'>,
): Promise<InvitedUser> {
  const { user, link } = await addUser(ctx, input, {
    invited: true,
    async more(trx, user) {
      const { id: userId, email } = user
      await recordAccount(trx, 'user.invited', { at: ctx.clock.now(), userId, principal: ctx.principal })
      return { user, link: await createAccountLink(ctx, trx, { userId, email, purpose: 'invitation' }) }
    },
  })
  await afterTransaction(ctx.db, async () => sendAccountLink(ctx, link))
  return { ...user, ...linkToShow(ctx, link) }
}
