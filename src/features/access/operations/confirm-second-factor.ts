import { Conflict } from '../../../platform/errors.ts'
import { deleteBrowserSessionsOf } from '../browser-sessions/queries.ts'
import type { AccessContext, SignIn } from '../context.ts'
import { accessChanged } from '../directory.ts'
import { recordAccount } from '../record-account.ts'
import { replaceFactor } from '../second-factor/queries.ts'
import { digestRecoveryCode, newRecoveryCodes } from '../second-factor/recovery-codes.ts'
import { stepOf } from '../second-factor/totp.ts'
import { withProof } from './check-again.ts'
import { invalidCredentials } from './check-credentials.ts'

/**
 * Turns the second factor on, with a first code of the authenticator app. Other browsers must sign in again, with a
 * code. Returns ten recovery codes, of which only digests are stored.
 * @throws Conflict (CONFLICT) where none was started
 * @throws AppError INVALID_CREDENTIALS for a wrong code; RATE_LIMITED after too many failures
 */
export function confirmSecondFactor(
  ctx: AccessContext,
  { userId, browserSession }: SignIn,
  { code, address }: { code: string; address: string },
): Promise<{ recovery_codes: string[] }> {
  return withProof(ctx, { userId, address }, async (trx, { totp_secret, totp_pending: secret }) => {
    if (totp_secret !== null || secret === null) {
      throw new Conflict('CONFLICT', 'There is no second factor to confirm. Start setting one up first.')
    }
    const step = stepOf(secret, code.replace(/\s/g, ''), ctx.clock.now())
    if (step === undefined) throw invalidCredentials()
    const recovery_codes = newRecoveryCodes()
    await replaceFactor(trx, userId, { secret, step, codeHashes: recovery_codes.map(digestRecoveryCode) })
    await deleteBrowserSessionsOf(trx, userId, browserSession)
    await accessChanged(ctx.db, trx)
    await recordAccount(trx, 'user.second_factor_added', { at: ctx.clock.now(), userId })
    return { recovery_codes }
  })
}
