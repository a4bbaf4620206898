import { NO_FIELDS, recordAudit } from '../../audit/index.ts'
import { deleteBrowserSession } from '../browser-sessions/queries.ts'
import type { AccessContext, SignIn } from '../context.ts'
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
    await recordAudit(trx, [
      {
        at: ctx.clock.now(),
        principal: { kind: 'user', id: userId },
        action: 'user.signed_out',
        subject: { id: userId, name: null },
        brandId: null,
        change: NO_FIELDS,
      },
    ])
  })
}
