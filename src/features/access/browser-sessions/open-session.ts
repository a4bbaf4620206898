import { randomBytes } from 'node:crypto'
import type { Micros } from '../../../platform/clock.ts'
import type { Trx } from '../../../platform/db/db.ts'
import type { AccessContext } from '../context.ts'
import { recordAccount } from '../record-account.ts'
import { digestToken } from '../tokens/digest-token.ts'
import * as queries from './queries.ts'

const HOUR: Micros = 3_600_000_000
const IDLE = 12 * HOUR
const LONGEST = 7 * 24 * HOUR
const ADDRESS_LENGTH = 100
const AGENT_LENGTH = 500

/** Where somebody signs in. */
export interface Browser {
  address: string
  userAgent: string
  /** The values of the cookie that came with the request. They are never adopted, and their sessions end. */
  cookies: readonly string[]
}

/** A new session. Only the browser knows the token. */
export interface OpenedSession {
  id: number
  token: string
  userId: number
  expiresAt: Micros
  /** The time after which it can't be extended. */
  endsAt: Micros
}

/** Returns when a session ends that is used now: after 12 hours without a request, and after 7 days in any case. */
export function expiryOf(createdAt: Micros, now: Micros): Micros {
  return Math.min(now + IDLE, createdAt + LONGEST)
}

/** Opens a session with a new random token, and ends the one that the browser had. */
export async function openSession(
  { clock }: Pick<AccessContext, 'clock'>,
  trx: Trx,
  userId: number,
  { address, userAgent, cookies }: Browser,
): Promise<OpenedSession> {
  const now = clock.now()
  const token = randomBytes(32).toString('base64url')
  for (const cookie of cookies) await queries.deleteBrowserSession(trx, { token_hash: digestToken(cookie) })
  const expiresAt = expiryOf(now, now)
  const id = await queries.insertBrowserSession(trx, {
    token_hash: digestToken(token),
    user_id: userId,
    created_at: now,
    last_used_at: now,
    expires_at: expiresAt,
    client_address: address.slice(0, ADDRESS_LENGTH),
    user_agent: userAgent.slice(0, AGENT_LENGTH).replaceAll('\0', ''),
  })
  await recordAccount(trx, 'user.signed_in', { at: now, userId })
  return { id, token, userId, expiresAt, endsAt: now + LONGEST }
}
