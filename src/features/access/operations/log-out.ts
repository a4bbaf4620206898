import { AppError } from '../../../platform/errors.ts'
import type { AccessContext } from '../context.ts'
import { endFamily } from '../sessions/token-pairs.ts'
import type { Claims } from '../sessions/token-signer.ts'

/** Ends the caller's session, and the session of a refresh token of the same user. */
export async function logOut(
  ctx: AccessContext,
  { session, refreshToken }: { session: Claims; refreshToken?: string | undefined },
): Promise<void> {
  const families = new Set([session.familyId])
  const other = refreshToken ? ownClaims(ctx, refreshToken) : undefined
  if (other?.userId === session.userId) families.add(other.familyId)
  await ctx.db.write(async (trx) => {
    await ctx.db.lock(trx, `user:${session.userId}`)
    for (const familyId of families) await endFamily(ctx, trx, familyId)
  })
}

/** An expired or invalid refresh token does not keep anybody from logging out. */
function ownClaims(ctx: AccessContext, token: string): Claims | undefined {
  try {
    return ctx.signer.verify('refresh', token)
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
}
