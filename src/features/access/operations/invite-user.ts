import type { OperationContext } from '../../../platform/context.ts'
import { Conflict } from '../../../platform/errors.ts'
import { authorize } from '../../../platform/principal.ts'
import { emailKey } from '../../../platform/validate.ts'
import { findBrandIds } from '../../brands/index.ts'
import { createAccountLink, type LinkServices, sendAccountLink } from '../account-links/account-links.ts'
import { listUsers } from '../list-queries.ts'
import { recordAccount } from '../record-account.ts'
import type { UserView } from '../users/find-user.ts'
import { checkUser, NewUser } from '../users/user-fields.ts'
import { saveUser } from '../users/write-user.ts'

/** The link only where no mail is sent: hand it over. */
export interface Invited {
  user: UserView
  link: string | undefined
}

/**
 * Creates a user who chooses the password by a link. Brands are given by slug or id.
 * @throws Invalid (VALIDATION_ERROR)
 * @throws Conflict (CONFLICT) where a user has this address
 * @throws NotFound (NOT_FOUND) for a brand
 */
export async function inviteUser(
  ctx: OperationContext & LinkServices,
  input: Omit<NewUser, 'password'>,
): Promise<Invited> {
  authorize(ctx.principal, 'access:write')
  checkUser(NewUser, input)
  const { brands, ...fields } = input
  const key = emailKey(fields.email)
  const { user, link } = await ctx.db.write(async (trx) => {
    await ctx.db.lock(trx, 'setup')
    const same = (await listUsers(trx)).find(({ email_key }) => email_key === key)
    if (same) {
      throw new Conflict('CONFLICT', `There is a user "${same.email}" already (id ${same.id}).`)
    }
    const brandIds = await findBrandIds(trx, brands)
    const user = await saveUser(ctx, trx, { ...fields, brandIds }, withoutPassword(key))
    const { id: userId, email } = user
    await recordAccount(trx, 'user.invited', { at: ctx.clock.now(), userId, principal: ctx.principal })
    return { user, link: await createAccountLink(ctx, trx, { userId, email, purpose: 'invitation' }) }
  })
  return { user, link: sendAccountLink(ctx, link) }
}

/** A new user without a password, whom nothing lets in but the link. */
function withoutPassword(emailKey: string) {
  return new Map([[emailKey, { seen: undefined, hash: '' }]])
}
