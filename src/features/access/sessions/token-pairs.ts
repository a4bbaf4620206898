import { randomUUID } from 'node:crypto'
import type { Trx } from '../../../platform/db/db.ts'
import type { AccessContext } from '../context.ts'
import { sessionsChanged } from '../directory.ts'
import * as queries from './queries.ts'

/** How long a refresh token is good for. */
export const REFRESH_TTL_S = 30 * 86_400

/** What login and refresh answer. Lifetimes are in seconds. */
export interface TokenPair {
  access_token: string
  refresh_token: string
  token_type: 'bearer'
  expires_in: number
}

/** A family's next pair of tokens; the refresh token is recorded as a child of `parent`. */
export async function issuePair(
  ctx: AccessContext,
  trx: Trx,
  session: { userId: number; familyId: number; parent: string | null },
): Promise<TokenPair> {
  const { userId, familyId } = session
  const jti = randomUUID()
  const now = ctx.clock.now()
  await queries.insertRefreshToken(trx, {
    jti,
    family_id: familyId,
    parent_jti: session.parent,
    used_at: null,
  })
  await queries.extendFamily(trx, familyId, now + REFRESH_TTL_S * 1_000_000)
  return {
    access_token: ctx.signer.sign('access', { userId, familyId, jti: randomUUID() }, ctx.accessTtlS),
    refresh_token: ctx.signer.sign('refresh', { userId, familyId, jti }, REFRESH_TTL_S),
    token_type: 'bearer',
    expires_in: ctx.accessTtlS,
  }
}

/** Ends a family: none of its tokens counts from now on. */
export async function endFamily(ctx: AccessContext, trx: Trx, familyId: number): Promise<void> {
  await queries.revokeFamily(trx, familyId, ctx.clock.now())
  await sessionsChanged(ctx.db, trx)
}
