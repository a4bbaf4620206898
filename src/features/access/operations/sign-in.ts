import { AppError } from '../../../platform/errors.ts'
import { SYSTEM } from '../../../platform/principal.ts'
import { emailKey } from '../../../platform/validate.ts'
import { type Browser, type OpenedSession, openSession } from '../browser-sessions/open-session.ts'
import type { AccessContext } from '../context.ts'
import { recordAccount } from '../record-account.ts'
import { findUserByEmail } from '../sessions/queries.ts'
import { type Credentials, withCredentials } from './check-credentials.ts'

/**
 * Signs a person in by a browser.
 * @throws AppError INVALID_CREDENTIALS; SECOND_FACTOR_REQUIRED where the code is missing; RATE_LIMITED
 */
export async function signIn(
  ctx: AccessContext,
  credentials: Credentials,
  browser: Browser,
): Promise<OpenedSession> {
  try {
    return await withCredentials(ctx, credentials, async (trx, { id, hasSecondFactor, gaveCode }) => {
      if (hasSecondFactor && !gaveCode) {
        throw new AppError('SECOND_FACTOR_REQUIRED', 'Give the code of your second factor, too.')
      }
      return openSession(ctx, trx, id, browser)
    })
  } catch (error) {
    if (error instanceof AppError && error.code === 'INVALID_CREDENTIALS') {
      await recordFailure(ctx, credentials.email)
    }
    throw error
  }
}

/** Records the user, but never the address that was typed: it may be a password. An unknown one takes as long. */
async function recordFailure({ db, clock }: AccessContext, email: string): Promise<void> {
  await db.write(async (trx) => {
    const user = await findUserByEmail(trx, emailKey(email))
    const failure = { at: clock.now(), userId: user?.id ?? null, principal: SYSTEM }
    await recordAccount(trx, 'user.sign_in_failed', failure)
  })
}
