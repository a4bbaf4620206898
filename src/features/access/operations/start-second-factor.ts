import { Conflict } from '../../../platform/errors.ts'
import type { AccessContext } from '../context.ts'
import { findFactor, setPending } from '../second-factor/queries.ts'
import { newTotpSecret, totpUri } from '../second-factor/totp.ts'

/**
 * Makes a secret for an authenticator app. It asks for codes only when the first one has confirmed it.
 * @throws Conflict (CONFLICT) for a user who has a second factor
 */
export function startSecondFactor(
  { db }: AccessContext,
  userId: number,
): Promise<{ secret: string; otpauth_uri: string }> {
  return db.write(async (trx) => {
    await db.lock(trx, `user:${userId}`)
    const { email, totp_secret } = await findFactor(trx, userId)
    if (totp_secret !== null) {
      throw new Conflict('CONFLICT', 'You have a second factor. Remove it before you set up another.')
    }
    const secret = newTotpSecret()
    await setPending(trx, userId, secret)
    return { secret, otpauth_uri: totpUri(secret, email) }
  })
}
