import type { OperationContext } from '../../../platform/context.ts'
import { authorize } from '../../../platform/principal.ts'
import { checkControl, holdingOf, recordingRefusals } from '../grants.ts'
import { endSessions } from '../sessions/open-sessions.ts'
import { findUser } from '../users/find-user.ts'

/**
 * Ends the session of a user that `only` names (`browser:12`), else all of them, in browsers and of programs. Returns how
 * many were open (at most 10,001).
 * @throws NotFound (NOT_FOUND)
 * @throws Invalid for `only`
 * @throws Forbidden (GRANT_NOT_PERMITTED) where the user holds more than the principal
 */
export function endUserSessions(
  ctx: OperationContext,
  reference: string,
  { only }: { only?: string | undefined } = {},
): Promise<{ ended: number }> {
  const { db, principal } = ctx
  authorize(principal, 'access:write')
  return recordingRefusals(ctx, () =>
    db.write(async (trx) => {
      const user = await findUser(trx, reference, principal)
      checkControl(principal, { kind: 'user', id: user.id }, holdingOf(user))
      return { ended: await endSessions(ctx, trx, { userId: user.id, only }) }
    }),
  )
}
