import type { OperationContext } from '../../../platform/context.ts'
import type { SignIn } from '../context.ts'
import { endSessions } from '../sessions/open-sessions.ts'

/**
 * Ends the caller's session that `only` names (`browser:12`), else all but the one that asks. Returns how many were open
 * (at most 10,001).
 * @throws Invalid, NotFound (NOT_FOUND) for `only`
 */
export function endOwnSessions(
  ctx: OperationContext,
  { userId, ...keep }: SignIn,
  { only }: { only?: string | undefined } = {},
): Promise<{ ended: number }> {
  return ctx.db.write(async (trx) => ({ ended: await endSessions(ctx, trx, { userId, only, keep }) }))
}
