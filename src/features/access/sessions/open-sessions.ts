import { toIsoMicros } from '../../../platform/clock.ts'
import type { OperationContext } from '../../../platform/context.ts'
import type { Trx } from '../../../platform/db/db.ts'
import { Invalid, issue, NotFound } from '../../../platform/errors.ts'
import { listPage, MOST_COUNTED, type Page, type PageRequest } from '../../../platform/paging.ts'
import { recordAudit } from '../../audit/index.ts'
import { auditedBrandOfUser } from '../audited-brand.ts'
import { deleteBrowserSession, deleteBrowserSessionsOf } from '../browser-sessions/queries.ts'
import { sessionsChanged } from '../directory.ts'
import { countOpenSessions, isOpenSession, listOpenSessions } from '../list-queries.ts'
import { revokeFamiliesOf, revokeFamily } from './queries.ts'
import { REFRESH_TTL_S } from './token-pairs.ts'

/** An open session: of a browser, or of a program that logged in for tokens. */
export interface SessionView {
  id: number
  kind: 'browser' | 'api'
  started_at: string
  /** For a program: the time of its last refresh. */
  last_used_at: string
  expires_at: string
  client_address: string | null
  user_agent: string | null
}

/** The name of one session: `browser:12` or `api:7`. */
const NAME = /^(browser|api):([1-9]\d{0,15})$/

/** Returns a page of the open sessions of a user, newest first. */
export async function listSessions(
  { db, clock }: Pick<OperationContext, 'db' | 'clock'>,
  userId: number,
  request: PageRequest,
): Promise<Page<SessionView>> {
  const open = { userId, now: clock.now() }
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

/**
 * Ends the session that `only` names, else all sessions of a user, save `keep`. Returns how many were open (at most
 * 10,001).
 * @throws Invalid, NotFound (NOT_FOUND) for `only`
 */
export async function endSessions(
  { db, clock, principal }: OperationContext,
  trx: Trx,
  {
    userId,
    only,
    keep = {},
  }: {
    userId: number
    only?: string | undefined
    keep?: { browserSession?: number; familyId?: number }
  },
): Promise<number> {
  await db.lock(trx, `user:${userId}`)
  const now = clock.now()
  const ended = only === undefined ? await endAll() : await endOne(only)
  await sessionsChanged(db, trx)
  await recordAudit(trx, [
    {
      at: now,
      principal,
      action: 'user.sessions_ended',
      subject: { id: userId, name: null },
      brandId: await auditedBrandOfUser(trx, userId),
      change: { before: null, after: { ended } },
    },
  ])
  return ended

  async function endAll(): Promise<number> {
    const open = await countOpenSessions(trx, { userId, now, ...keep }, MOST_COUNTED + 1)
    await deleteBrowserSessionsOf(trx, userId, keep.browserSession)
    await revokeFamiliesOf(trx, userId, now, keep.familyId)
    return open
  }

  async function endOne(name: string): Promise<number> {
    const [, kind, digits] = NAME.exec(name) ?? []
    const id = Number(digits)
    if (kind === undefined || !Number.isSafeInteger(id)) {
      throw new Invalid([issue('only', 'must be the kind and id of a session, such as browser:12')])
    }
    if (!(await isOpenSession(trx, { userId, now }, { kind: kind as SessionView['kind'], id }))) {
      throw new NotFound('NOT_FOUND', `This user has no open session ${name}.`)
    }
    if (kind === 'browser') await deleteBrowserSession(trx, { id })
    else await revokeFamily(trx, id, now)
    return 1
  }
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
