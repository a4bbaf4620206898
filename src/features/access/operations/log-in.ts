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
 * Exchanges e-mail address and password for a first pair of tokens. Unknown, wrong and deactivated have the same
 * error after the same work.
 * @throws AppError INVALID_CREDENTIALS; RATE_LIMITED after too many failures for the account or from the address
 */
export function logIn(ctx: AccessContext, { email, password, address }: Credentials): Promise<TokenPair> {
  const account = emailKey(email)
  return ctx.loginThrottle.run({ account, address }, async (release) => {
    const user = await queries.findUserByEmail(ctx.db.read, account)
    const matches = await verifyPassword(password, user?.password_hash)
    if (!user || !matches || !user.active) throw invalidCredentials()
    return ctx.db.write(async (trx) => {
      await ctx.db.lock(trx, `user:${user.id}`)
      // The password or the user may have changed while the password was checked.
      const present = await queries.findUser(trx, user.id)
      if (!present?.active || present.password_hash !== user.password_hash) throw invalidCredentials()
      await release(trx)
      const now = ctx.clock.now()
      const family = { user_id: user.id, created_at: now, expires_at: now, revoked_at: null }
      const familyId = await queries.insertFamily(trx, family)
      return issuePair(ctx, trx, { userId: user.id, familyId, parent: null, secondFactor: false })
    })
  })
}

function invalidCredentials(): AppError {
  return new AppError('INVALID_CREDENTIALS', 'The e-mail address or the password is wrong.')
}
