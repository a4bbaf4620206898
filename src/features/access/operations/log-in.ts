import { AppError } from '../../../platform/errors.ts'
import { emailKey } from '../../../platform/validate.ts'
import type { AccessContext } from '../context.ts'
import * as queries from '../sessions/queries.ts'
import { issuePair, type TokenPair } from '../sessions/token-pairs.ts'
import { verifyPassword } from '../users/passwords.ts'

interface Credentials {
  email: string
  password: string
  /** The caller's network address, for throttling. */
  address: string
}

/**
 * Exchanges e-mail and password for a first pair of tokens. Unknown, wrong and deactivated answer alike, after
 * the same work (INVALID_CREDENTIALS). Too many failures of late, for the account or from the address:
 * RATE_LIMITED, whatever the password.
 */
export function logIn(ctx: AccessContext, { email, password, address }: Credentials): Promise<TokenPair> {
  const account = emailKey(email)
  return ctx.loginThrottle.run({ account, address }, async (takeBack) => {
    const user = await queries.findUserByEmail(ctx.db.read, account)
    const matches = await verifyPassword(password, user?.password_hash)
    if (!user || !matches || !user.active) throw invalidCredentials()
    return ctx.db.write(async (trx) => {
      await ctx.db.lock(trx, `user:${user.id}`)
      // The password may have changed, or the user been deactivated, while the old one was being checked.
      const present = await queries.findUser(trx, user.id)
      if (!present?.active || present.password_hash !== user.password_hash) throw invalidCredentials()
      await takeBack(trx)
      const now = ctx.clock.now()
      const family = { user_id: user.id, created_at: now, expires_at: now, revoked_at: null }
      const familyId = await queries.insertFamily(trx, family)
      return issuePair(ctx, trx, { userId: user.id, familyId, parent: null })
    })
  })
}

function invalidCredentials(): AppError {
  return new AppError('INVALID_CREDENTIALS', 'The e-mail address or the password is wrong.')
}
