import { toIsoMicros } from '../../../platform/clock.ts'
import type { OperationContext } from '../../../platform/context.ts'
import { listPage, MOST_COUNTED, type Page, type PageRequest } from '../../../platform/paging.ts'
import { authorize } from '../../../platform/principal.ts'
import { countOpenSessions, listOpenSessions } from '../list-queries.ts'
import { REFRESH_TTL_S } from '../sessions/token-pairs.ts'
import { findUser } from '../users/find-user.ts'

/** An open session: of a browser, or of a program that logged in for tokens. */
export interface SessionView {
  id: number
  kind: 'browser' | 'api'
  started_at: string
  /** Of a program: when it last got new tokens. */
  last_used_at: string
  expires_at: string
  client_address: string | null
  user_agent: string | null
}

/** Returns a page of the open sessions of a user, newest first. @throws NotFound (NOT_FOUND) */
export async function listUserSessions(
  { db, clock, principal }: OperationContext,
  { reference, ...request }: { reference: string } & PageRequest,
): Promise<Page<SessionView>> {
  authorize(principal, 'access:read')
  const user = await findUser(db.read, reference, principal)
  const open = { userId: user.id, now: clock.now() }
  const { items, pagination } = await listPage<Row, [offset: number]>(request, {
    keyOf: ({ position }) => [position],
    isKey: ([position]) => Number.isSafeInteger(position) && Number(position) >= 0,
    count: () => countOpenSessions(db.read, open, MOST_COUNTED + 1),
    rows: async ({ limit, offset, after }) => {
      const start = after?.[0] ?? offset
      const rows = await listOpenSessions(db.read, open, { limit, offset: start })
      return rows.map((row, i) => ({ ...row, position: start + i + 1 }))
    },
  })
  return { items: items.map(toView), pagination }
}

type Row = Awaited<ReturnType<typeof listOpenSessions>>[number] & { position: number }

function toView({
  id,
  kind,
  created_at,
  last_used_at,
  expires_at,
  client_address,
  user_agent,
}: Row): SessionView {
  return {
    id,
    kind,
    started_at: toIsoMicros(created_at),
    last_used_at: toIsoMicros(last_used_at ?? expires_at - REFRESH_TTL_S * 1_000_000),
    expires_at: toIsoMicros(expires_at),
    client_address,
    user_agent,
  }
}
