import type { Reader } from '../../../platform/db/db.ts'
import { NotFound } from '../../../platform/errors.ts'
import type { LinkPurpose } from '../account-links/account-links.ts'
import { findLink } from '../account-links/queries.ts'
import type { AccessContext } from '../context.ts'
import { recordAccount } from '../record-account.ts'
import { digestToken } from '../tokens/digest-token.ts'
import { checkPassword } from '../users/password-rules.ts'
import { hashPassword } from '../users/passwords.ts'
import { setPassword } from '../users/set-password.ts'

interface LinkUse {
  token: string
  purpose: LinkPurpose
  password: string
}

/**
 * Sets the password of the user whom the link belongs to. All sessions and links of the user end. Returns the address to
 * sign in with.
 * @throws NotFound (NOT_FOUND) for a link that is unknown, used or expired
 * @throws Invalid (VALIDATION_ERROR) for a password that must not be chosen
 */
export async function useAccountLink(
  ctx: AccessContext,
  { token, purpose, password }: LinkUse,
): Promise<{ email: string }> {
  const find = async (reader: Reader) => {
    const link = await findLink(reader, digestToken(token))
    if (link?.purpose === purpose && link.active && link.expires_at > ctx.clock.now()) return link
    throw new NotFound('NOT_FOUND', 'The link is unknown, or it was used or has expired. Ask for another.')
  }
  const { email, user_id: userId } = await find(ctx.db.read)
  checkPassword(password, { field: 'password', email })
  const hash = await hashPassword(password)
  await ctx.db.write(async (trx) => {
    await ctx.db.lock(trx, 'setup')
    await ctx.db.lock(trx, `user:${userId}`)
    // Another request may have used it meanwhile.
    await find(trx)
    await setPassword(ctx, trx, { userId, hash })
    const action = purpose === 'invitation' ? 'user.invitation_accepted' : 'user.password_reset'
    await recordAccount(trx, action, { at: ctx.clock.now(), userId })
  })
  return { email }
}
