import { Conflict, Invalid, issue } from '../../../platform/errors.ts'
import type { AccessContext } from '../context.ts'
import { accessChanged } from '../directory.ts'
import { recordAccount } from '../record-account.ts'
import { replaceFactor } from '../second-factor/queries.ts'
import { useCode } from '../second-factor/use-code.ts'
import { withProof } from './check-again.ts'
import { invalidCredentials } from './check-credentials.ts'

interface Removal {
  /** A code of the authenticator app, or a recovery code. */
  code?: string | undefined
  password?: string | undefined
  /** The caller's network address, for throttling. */
  address: string
}

/**
 * Turns the caller's second factor off. It takes a code or the password, so that an unattended browser is not enough.
 * @throws Invalid (VALIDATION_ERROR) without either
 * @throws Conflict (CONFLICT) for a user without a second factor
 * @throws AppError INVALID_CREDENTIALS; RATE_LIMITED after too many failures
 */
export async function removeSecondFactor(
  ctx: AccessContext,
  userId: number,
  { code, password, address }: Removal,
): Promise<void> {
  if (code === undefined && password === undefined)
    throw new Invalid([issue('code', 'or password is required')])
  if (code !== undefined) await ctx.loginThrottle.countCode(userId)
  await withProof(ctx, { userId, address, password }, async (trx, account) => {
    if (account.totp_secret === null) throw new Conflict('CONFLICT', 'You have no second factor.')
    const now = ctx.clock.now()
    if (code !== undefined && !(await useCode(trx, account, code, now))) throw invalidCredentials()
    if (code !== undefined) await ctx.loginThrottle.releaseCode(trx, userId)
    // Codes that were used stay used, should the same secret ever come back.
    await replaceFactor(trx, userId, { secret: null, step: account.totp_step, codeHashes: [] })
    await accessChanged(ctx.db, trx)
    await recordAccount(trx, 'user.second_factor_removed', { at: now, userId })
  })
}
