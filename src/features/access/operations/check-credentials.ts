import type { Trx } from '../../../platform/db/db.ts'
import { AppError } from '../../../platform/errors.ts'
import { SYSTEM } from '../../../platform/principal.ts'
import { emailKey } from '../../../platform/validate.ts'
import type { AccessContext } from '../context.ts'
import { recordAccount } from '../record-account.ts'
import { useCode } from '../second-factor/use-code.ts'
import * as queries from '../sessions/queries.ts'
import { verifyPassword } from '../users/passwords.ts'

export interface Credentials {
  email: string
  password: string
  /** A code of the second factor, or a recovery code. Ignored for a user who has no second factor. */
  code?: string | null | undefined
  /** The caller's network address, for throttling. */
  address: string
}

/** A user whose credentials are correct. */
export interface CheckedUser {
  id: number
  hasSecondFactor: boolean
  /** Whether a code was given. A wrong one is refused. */
  gaveCode: boolean
}

/**
 * Checks e-mail address, password and code, and runs `work` in the transaction that uses the code up. An unknown
 * account, a wrong password and a deactivated user get the same error after the same work. The audit trail records it.
 * @throws AppError INVALID_CREDENTIALS; RATE_LIMITED after too many failures for the account or from the address
 */
export async function withCredentials<T>(
  ctx: AccessContext,
  credentials: Credentials,
  work: (trx: Trx, user: CheckedUser) => Promise<T>,
): Promise<T> {
  try {
    return await checkThen(ctx, credentials, work)
  } catch (error) {
    if (error instanceof AppError && error.code === 'INVALID_CREDENTIALS') {
      await recordFailure(ctx, credentials.email)
    }
    throw error
  }
}

function checkThen<T>(
  ctx: AccessContext,
  { email, password, code: typed, address }: Credentials,
  work: (trx: Trx, user: CheckedUser) => Promise<T>,
): Promise<T> {
  const account = emailKey(email)
  // Forms send an empty text for a blank field.
  const code = typed || undefined
  const wrong = () =>
    invalidCredentials(code === undefined ? 'The e-mail address or the password' : undefined)
  return ctx.loginThrottle.run({ account, address }, async (release) => {
    const user = await queries.findUserByEmail(ctx.db.read, account)
    const matches = await verifyPassword(password, user?.password_hash)
    if (!user || !matches || !user.active) throw wrong()
    if (user.totp_secret !== null && code !== undefined) await ctx.loginThrottle.countCode(user.id)
    return ctx.db.write(async (trx) => {
      await ctx.db.lock(trx, `user:${user.id}`)
      // The password or the user may have changed while the password was checked.
      const present = await queries.findUser(trx, user.id)
      if (!present?.active || present.password_hash !== user.password_hash) throw wrong()
      const hasSecondFactor = present.totp_secret !== null
      const gaveCode = hasSecondFactor && code !== undefined
      if (gaveCode && !(await useCode(trx, present, code, ctx.clock.now()))) throw wrong()
      if (gaveCode) await ctx.loginThrottle.releaseCode(trx, user.id)
      await release(trx)
      return work(trx, { id: user.id, hasSecondFactor, gaveCode })
    })
  })
}

/** Records the user, but never the address that was typed: it may be a password. An unknown one takes as long. */
async function recordFailure({ db, clock }: AccessContext, email: string): Promise<void> {
  await db.write(async (trx) => {
    const user = await queries.findUserByEmail(trx, emailKey(email))
    const failure = { at: clock.now(), userId: user?.id ?? null, principal: SYSTEM }
    await recordAccount(trx, 'user.sign_in_failed', failure)
  })
}

/** @param what the credentials that were given: the error does not say which of them is wrong */
export function invalidCredentials(what = 'The e-mail address, the password or the code'): AppError {
  return new AppError('INVALID_CREDENTIALS', `${what} is wrong.`)
}
