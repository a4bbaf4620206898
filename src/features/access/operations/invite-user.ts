import type { OperationContext } from '../../../platform/context.ts'
import { createAccountLink, type LinkServices, sendAccountLink } from '../account-links/account-links.ts'
import { recordAccount } from '../record-account.ts'
import type { UserView } from '../users/find-user.ts'
import type { NewUser } from '../users/user-fields.ts'
import { createUser } from './create-user.ts'

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
  const user = await createUser(ctx, input, { invited: true })
  const { id: userId, email } = user
  const created = await ctx.db.write(async (trx) => {
    await recordAccount(trx, 'user.invited', { at: ctx.clock.now(), userId, principal: ctx.principal })
    return createAccountLink(ctx, trx, { userId, email, purpose: 'invitation' })
  })
  const link = sendAccountLink(ctx, created)
  return { ...user, ...(link !== undefined && { link }) }
}
