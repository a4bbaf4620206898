import type { OperationContext } from '../../../platform/context.ts'
import { MOST_COUNTED } from '../../../platform/paging.ts'
import { authorize } from '../../../platform/principal.ts'
import { recordAudit } from '../../audit/index.ts'
import { deleteBrowserSessionsOf } from '../browser-sessions/queries.ts'
import { sessionsChanged } from '../directory.ts'
import { checkControl, holdingOf, recordingRefusals } from '../grants.ts'
import { countOpenSessions } from '../list-queries.ts'
import { revokeFamiliesOf } from '../sessions/queries.ts'
import { findUser } from '../users/find-user.ts'

/**
 * Ends all sessions of a user, in browsers and of programs. Returns how many were open (at most 10,001).
 * @throws NotFound (NOT_FOUND)
 * @throws Forbidden (GRANT_NOT_PERMITTED) where the user holds more than the principal
 */
export function endUserSessions(ctx: OperationContext, reference: string): Promise<{ ended: number }> {
  const { db, clock, principal } = ctx
  authorize(principal, 'access:write')
  return recordingRefusals(ctx, () =>
    db.write(async (trx) => {
      const user = await findUser(trx, reference, principal)
      checkControl(principal, { kind: 'user', id: user.id }, holdingOf(user))
      await db.lock(trx, `user:${user.id}`)
      const now = clock.now()
      const ended = await countOpenSessions(trx, { userId: user.id, now }, MOST_COUNTED + 1)
      await deleteBrowserSessionsOf(trx, user.id)
      await revokeFamiliesOf(trx, user.id, now)
      await sessionsChanged(db, trx)
      const change = { before: null, after: { ended } }
      const subject = { id: user.id, name: null }
      await recordAudit(trx, [
        { at: now, principal, action: 'user.sessions_ended', subject, brandId: null, change },
      ])
      return { ended }
    }),
  )
}
