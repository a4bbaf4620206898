import type { OperationContext } from '../../../platform/context.ts'
import { afterTransaction } from '../../../platform/db/joined.ts'
import { type LinkServices, linkToShow, sendAccountLink } from '../account-links/account-links.ts'
import { toUserView } from '../users/find-user.ts'
import type { InvitedUser } from './invite-user.ts'
import { issueAccountLink } from './issue-account-link.ts'

/**
 * Makes another link for a user: an invitation where there is no password yet, else one for another password. Earlier
 * links end.
 * @throws what `issueAccountLink` throws
 */
export async function inviteAgain(
  ctx: OperationContext & LinkServices,
  reference: string,
): Promise<InvitedUser> {
  const { user, link } = await issueAccountLink(ctx, reference)
  await afterTransaction(ctx.db, async () => sendAccountLink(ctx, link))
  return { ...toUserView(user, ctx.principal), ...linkToShow(ctx, link) }
}
