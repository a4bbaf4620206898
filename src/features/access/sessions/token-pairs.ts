import { randomUUID } from 'node:crypto'
import type { Trx } from '../../../platform/db/db.ts'
import type { AccessContext } from '../context.ts'
import { sessionsChanged } from '../directory.ts'
import * as queries from './queries.ts'

/** The lifetime of a refresh token. */
export const REFRESH_TTL_S = 30 * 86_400

/** The response of login and refresh. Lifetimes are in seconds. */
export interface TokenPair {
  access_token: string
  refresh_token: string
  token_type: 'bearer'
  expires_in: number
}

/** Issues a family's next pair of tokens, and records the refresh token as a child of `parent`. */
export async function issuePair(
  ctx: AccessContext,
  trx: Trx,
  session: { userId: number; familyId: number; parent: string | null; secondFactor: boolean },
): Promise<TokenPair> {
  const { userId, familyId, secondFactor } = session
  const claims = { userId, familyId, secondFactor }
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
    access_token: ctx.signer.sign('access', { ...claims, jti: randomUUID() }, ctx.accessTtlS),
    refresh_token: ctx.signer.sign('refresh', { ...claims, jti }, REFRESH_TTL_S),
    token_type: 'bearer',
    expires_in: ctx.accessTtlS,
  }
}

/** Ends a family: its tokens are no longer valid. */
export async function endFamily(ctx: AccessContext, trx: Trx, familyId: number): Promise<void> {
  await queries.revokeFamily(trx, familyId, ctx.clock.now())
  await sessionsChanged(ctx.db, trx)
}
