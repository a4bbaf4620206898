import type { Trx } from '../../../platform/db/db.ts'
import type { AccessContext } from '../context.ts'
import { findFactor } from '../second-factor/queries.ts'
import { verifyPassword } from '../users/passwords.ts'
import { invalidCredentials } from './check-credentials.ts'

type Account = Awaited<ReturnType<typeof findFactor>>

interface Proof {
  userId: number
  /** The caller's network address, for throttling. */
  address: string
  /** The present password, where it is asked for. */
  password?: string | undefined
}

/**
 * Checks the password of somebody who is signed in, with the throttle of logins, and runs `work` in a transaction that
 * has the account to itself.
 * @throws AppError INVALID_CREDENTIALS; RATE_LIMITED after too many failures
 */
export async function withProof<T>(
  ctx: AccessContext,
  { userId, address, password }: Proof,
  work: (trx: Trx, account: Account) => Promise<T>,
): Promise<T> {
  const seen = await findFactor(ctx.db.read, userId)
  return ctx.loginThrottle.run({ account: seen.email_key, address }, async (release) => {
    if (password !== undefined && !(await verifyPassword(password, seen.password_hash))) {
      throw invalidCredentials()
    }
    return ctx.db.write(async (trx) => {
      await ctx.db.lock(trx, 'setup')
      await ctx.db.lock(trx, `user:${userId}`)
      const account = await findFactor(trx, userId)
      // The password may have changed while it was checked.
      if (!account.active || account.password_hash !== seen.password_hash) throw invalidCredentials()
      await release(trx)
      return work(trx, account)
    })
  })
}
