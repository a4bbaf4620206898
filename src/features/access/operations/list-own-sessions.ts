import type { OperationContext } from '../../../platform/context.ts'
import type { Page, PageRequest } from '../../../platform/paging.ts'
import type { SignIn } from '../context.ts'
import { listSessions, type SessionView } from '../sessions/open-sessions.ts'

/** Returns a page of the caller's own open sessions, newest first. `current`: the one that asks. */
export async function listOwnSessions(
  ctx: Pick<OperationContext, 'db' | 'clock'>,
  { userId, browserSession, familyId }: SignIn,
  request: PageRequest,
): Promise<Page<SessionView & { current: boolean }>> {
  const { items, pagination } = await listSessions(ctx, userId, request)
  const isCurrent = ({ kind, id }: SessionView) => id === (kind === 'browser' ? browserSession : familyId)
  return { items: items.map((session) => ({ ...session, current: isCurrent(session) })), pagination }
}
