import { deleteBrowserSession } from '../browser-sessions/queries.ts'
import type { AccessContext, SignIn } from '../context.ts'
import { recordAccount } from '../record-account.ts'
import { endFamily } from '../sessions/token-pairs.ts'

/** Ends the caller's session: that of the browser, or that of the access token. */
export async function signOut(
  ctx: AccessContext,
  { userId, browserSession, familyId }: SignIn,
): Promise<void> {
  await ctx.db.write(async (trx) => {
    await ctx.db.lock(trx, `user:${userId}`)
    if (browserSession !== undefined) await deleteBrowserSession(trx, { id: browserSession })
    if (familyId !== undefined) await endFamily(ctx, trx, familyId)
    await recordAccount(trx, 'user.signed_out', { at: ctx.clock.now(), userId })
  })
}
