import type { AccessContext } from '../context.ts'
import * as queries from '../sessions/queries.ts'
import { issuePair, type TokenPair } from '../sessions/token-pairs.ts'
import { type Credentials, withCredentials } from './check-credentials.ts'

/**
 * Exchanges e-mail address and password for a first pair of tokens. Without the code of a user's second factor they are
 * good for everything but the administration.
 * @throws AppError INVALID_CREDENTIALS; RATE_LIMITED after too many failures for the account or from the address
 */
export function logIn(ctx: AccessContext, credentials: Credentials): Promise<TokenPair> {
  return withCredentials(ctx, credentials, async (trx, { id: userId, gaveCode: secondFactor }) => {
    const now = ctx.clock.now()
    const familyId = await queries.insertFamily(trx, {
      user_id: userId,
      second_factor: secondFactor,
      created_at: now,
      expires_at: now,
      revoked_at: null,
    })
    return issuePair(ctx, trx, { userId, familyId, parent: null, secondFactor })
  })
}
