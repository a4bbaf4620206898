import { AppError } from '../../../platform/errors.ts'
import type { Principal } from '../../../platform/principal.ts'
import type { AccessContext } from '../context.ts'
import { expandPermissions } from '../permissions.ts'
import { digestToken } from '../tokens/digest-token.ts'
import { expiryOf } from './open-session.ts'
import * as queries from './queries.ts'

const MINUTE = 60_000_000

/**
 * Returns the user whose browser sends these values of the cookie. Everything is read from the database, so that a
 * sign-out or a change of the user holds from the next request on, in every process.
 * @throws AppError INVALID_TOKEN when the session is over
 */
export async function findSession({ db, clock }: AccessContext, cookies: readonly string[]) {
  const [cookie = ''] = cookies
  const session =
    cookies.length === 1 ? await queries.findBrowserSession(db.read, digestToken(cookie)) : undefined
  const now = clock.now()
  if (!session?.active || session.expires_at <= now) {
    throw new AppError('INVALID_TOKEN', 'The session has ended. Sign in again.')
  }
  const { id, user_id, created_at } = session
  const allBrands = Boolean(session.all_brands)
  const { permissions, brands } = await queries.readGrants(db.read, user_id, allBrands)
  let expiresAt = session.expires_at
  if (now - session.last_used_at >= MINUTE) {
    expiresAt = expiryOf(created_at, now)
    const times = { last_used_at: now, expires_at: expiresAt }
    // Not awaited: a database that takes no writes for a moment must not refuse reads.
    db.write((trx) => queries.extendBrowserSession(trx, id, times)).catch(() => undefined)
  }
  const principal: Principal = {
    kind: 'user',
    id: user_id,
    permissions: expandPermissions(permissions),
    brands: new Set(brands),
    allBrands,
  }
  return {
    principal,
    hasSecondFactor: session.totp_secret !== null,
    signIn: { userId: user_id, browserSession: id, expiresAt },
  }
}
