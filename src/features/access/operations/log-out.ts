import { AppError } from '../../../platform/errors.ts'
import type { AccessContext } from '../context.ts'
import { endFamily } from '../sessions/token-pairs.ts'
import type { Claims } from '../sessions/token-signer.ts'

/** Ends the caller's own session, and that of the refresh token too if one of the same user's is given. */
export async function logOut(
  ctx: AccessContext,
  session: Claims,
  refreshToken: string | undefined,
): Promise<void> {
  const families = new Set([session.familyId])
  const other = refreshToken ? ownClaims(ctx, refreshToken) : undefined
  if (other?.userId === session.userId) families.add(other.familyId)
  await ctx.db.write(async (trx) => {
    await ctx.db.lock(trx, `user:${session.userId}`)
    for (const familyId of families) await endFamily(ctx, trx, familyId)
  })
}

/** Logging out with a token that has run out, or is no longer good, is still logging out. */
function ownClaims(ctx: AccessContext, token: string): Claims | undefined {
  try {
    return ctx.signer.verify('refresh', token)
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
}
