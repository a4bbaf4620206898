import { AppError } from '../../../platform/errors.ts'
import { type Browser, type OpenedSession, openSession } from '../browser-sessions/open-session.ts'
import type { AccessContext } from '../context.ts'
import { type Credentials, withCredentials } from './check-credentials.ts'

/**
 * Signs a person in by a browser.
 * @throws AppError INVALID_CREDENTIALS; SECOND_FACTOR_REQUIRED where the code is missing; RATE_LIMITED
 */
export function signIn(
  ctx: AccessContext,
  credentials: Credentials,
  browser: Browser,
): Promise<OpenedSession> {
  return withCredentials(ctx, credentials, async (trx, { id, hasSecondFactor, gaveCode }) => {
    if (hasSecondFactor && !gaveCode) {
      throw new AppError('SECOND_FACTOR_REQUIRED', 'Give the code of your second factor, too.')
    }
    return openSession(ctx, trx, id, browser)
  })
}
