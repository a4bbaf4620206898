import type { OperationContext } from '../../../platform/context.ts'
import type { Page, PageRequest } from '../../../platform/paging.ts'
import { authorize } from '../../../platform/principal.ts'
import { listSessions, type SessionView } from '../sessions/open-sessions.ts'
import { findUser } from '../users/find-user.ts'

/** Returns a page of the open sessions of a user, newest first. @throws NotFound (NOT_FOUND) */
export async function listUserSessions(
  ctx: OperationContext,
  { reference, ...request }: { reference: string } & PageRequest,
): Promise<Page<SessionView>> {
  authorize(ctx.principal, 'access:read')
  const { id } = await findUser(ctx.db.read, reference, ctx.principal)
  return listSessions(ctx, id, request)
}
