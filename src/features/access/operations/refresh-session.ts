import type { Trx } from '../../../platform/db/db.ts'
import type { AccessContext } from '../context.ts'
import * as queries from '../sessions/queries.ts'
import { endFamily, issuePair, REFRESH_TTL_S, type TokenPair } from '../sessions/token-pairs.ts'
import { type Claims, invalidToken } from '../sessions/token-signer.ts'

const GRACE_MICROS = 10_000_000
/** Used tokens that are removed in one transaction. */
const MOST_PER_COMMIT = 500

/**
 * Exchanges a refresh token for a new pair. Each is valid for one exchange: presented again, it ends its family. The
 * exception is a client that lost the response: within ten seconds, and before the new pair was used, it gets another.
 * (Rotation with reuse detection: RFC 9700 section 4.14.2.)
 * @throws AppError INVALID_TOKEN or TOKEN_EXPIRED
 */
export async function refreshSession(
  ctx: AccessContext,
  { refreshToken }: { refreshToken: string },
): Promise<TokenPair> {
  const claims = ctx.signer.verify('refresh', refreshToken)
  // A value, not an exception: a refusal can end the family, which must be committed.
  const pair = await ctx.db.write(async (trx) => {
    await ctx.db.lock(trx, `user:${claims.userId}`)
    return exchange(ctx, trx, claims)
  })
  if (!pair) throw invalidToken()
  return pair
}

/**
 * Removes refresh tokens that nobody can present any more, some at a time: those used longer ago than a token is valid,
 * and unused ones from a second exchange of the same token.
 */
export async function deleteUsedTokens({ db, clock }: Pick<AccessContext, 'db' | 'clock'>): Promise<void> {
  const before = clock.now() - REFRESH_TTL_S * 1_000_000 - GRACE_MICROS
  let removed: number
  do {
    removed = await db.write((trx) => queries.deleteUsedRefreshTokens(trx, before, MOST_PER_COMMIT))
  } while (removed > 0)
}

async function exchange(ctx: AccessContext, trx: Trx, claims: Claims): Promise<TokenPair | null> {
  const { userId, familyId, jti } = claims
  const family = await queries.findFamily(trx, familyId)
  const token = await queries.findRefreshToken(trx, jti)
  const user = await queries.findUser(trx, userId)
  if (!family || family.revoked_at !== null || !token || !user?.active) return null
  const now = ctx.clock.now()
  if (token.used_at !== null) {
    const responseWasLost = now - token.used_at <= GRACE_MICROS && !(await queries.hasUsedChild(trx, jti))
    if (!responseWasLost) {
      await endFamily(ctx, trx, familyId)
      return null
    }
  } else {
    await queries.markUsed(trx, jti, now)
  }
  return issuePair(ctx, trx, { userId, familyId, parent: jti, secondFactor: Boolean(family.second_factor) })
}
