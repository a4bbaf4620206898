import { toIsoMicros } from '../../../platform/clock.ts'
import type { OperationContext } from '../../../platform/context.ts'
import { authorize } from '../../../platform/principal.ts'
import { listOpenSessions } from '../list-queries.ts'
import { REFRESH_TTL_S } from '../sessions/token-pairs.ts'
import { findUser, toUserView } from '../users/find-user.ts'

/** Returns the API user with this e-mail address or id, and the open sessions. @throws NotFound (NOT_FOUND) */
export async function showUser(ctx: OperationContext, reference: string) {
  authorize(ctx.principal, 'access:read')
  const user = await findUser(ctx.db.read, reference)
  const sessions = await listOpenSessions(ctx.db.read, user.id, ctx.clock.now())
  return {
    ...toUserView(user),
    sessions: sessions.map(({ id, created_at, expires_at }) => ({
      id,
      started_at: toIsoMicros(created_at),
      refreshed_at: toIsoMicros(expires_at - REFRESH_TTL_S * 1_000_000),
      expires_at: toIsoMicros(expires_at),
    })),
  }
}
