import type { AccessContext, SignIn } from '../context.ts'
import { recordAccount } from '../record-account.ts'
import { findFactor } from '../second-factor/queries.ts'
import { checkPassword } from '../users/password-rules.ts'
import { hashPassword } from '../users/passwords.ts'
import { setPassword } from '../users/set-password.ts'
import { withProof } from './check-again.ts'

interface PasswordChange {
  current: string
  next: string
  /** The caller's network address, for throttling. */
  address: string
}

/**
 * Changes the caller's password, and ends all other sessions and links of the user.
 * @throws Invalid (VALIDATION_ERROR) for a password that must not be chosen
 * @throws AppError INVALID_CREDENTIALS when the present password is wrong; RATE_LIMITED after too many failures
 */
export async function changePassword(
  ctx: AccessContext,
  signIn: SignIn,
  { current, next, address }: PasswordChange,
): Promise<void> {
  const { userId } = signIn
  const { email } = await findFactor(ctx.db.read, userId)
  checkPassword(next, { field: 'new', email })
  const hash = await hashPassword(next)
  await withProof(ctx, { userId, address, password: current }, async (trx) => {
    await setPassword(ctx, trx, { userId, hash, keep: signIn })
    await recordAccount(trx, 'user.password_changed', { at: ctx.clock.now(), userId })
  })
}
