import { createHash } from 'node:crypto'
import { AppError } from '../../platform/errors.ts'
import { giveBack, take } from '../../platform/throttle.ts'
import { emailKey } from '../../platform/validate.ts'
import type { AccessContext } from './context.ts'
import { verifyPassword } from './passwords.ts'
import * as queries from './queries.ts'
import { issuePair, type TokenPair } from './sessions.ts'

const WINDOW_MS = 60_000
const ADDRESS_FACTOR = 3

interface Credentials {
  email: string
  password: string
  /** The caller's network address, for throttling. */
  address: string
}

/**
 * Exchanges e-mail and password for a first pair of tokens. Unknown, wrong and deactivated answer alike, after
 * the same work (INVALID_CREDENTIALS). Too many failures of late, for the account or from the address:
 * RATE_LIMITED, whatever the password.
 */
export async function logIn(
  ctx: AccessContext,
  { email, password, address }: Credentials,
): Promise<TokenPair> {
  const key = emailKey(email)
  const limits = limitsOf(ctx, key, address)
  await countAttempt(ctx, limits)
  const user = await queries.findUserByEmail(ctx.db.read, key)
  const matches = await verifyPassword(password, user?.password_hash)
  if (!user || !matches || !user.active) throw invalidCredentials()
  return ctx.db.write(async (trx) => {
    await ctx.db.lock(trx, `user:${user.id}`)
    // The password may have changed, or the user been deactivated, while the old one was being checked.
    const present = await queries.findUser(trx, user.id)
    if (!present?.active || present.password_hash !== user.password_hash) throw invalidCredentials()
    for (const limit of limits) await giveBack(trx, limit.key)
    const now = ctx.clock.now()
    const family = { user_id: user.id, created_at: now, expires_at: now, revoked_at: null }
    const familyId = await queries.insertFamily(trx, family)
    return issuePair(ctx, trx, { userId: user.id, familyId, parent: null })
  })
}

function limitsOf(ctx: AccessContext, key: string, address: string) {
  if (ctx.loginLimit === 0) return []
  const account = createHash('sha256').update(key).digest('hex')
  return [
    { key: `login:account:${account}`, most: ctx.loginLimit, windowMs: WINDOW_MS },
    { key: `login:address:${address}`, most: ctx.loginLimit * ADDRESS_FACTOR, windowMs: WINDOW_MS },
  ]
}

/** Counted before the password is looked at, so that guesses sent all at once are counted too. */
async function countAttempt(ctx: AccessContext, limits: ReturnType<typeof limitsOf>): Promise<void> {
  if (limits.length === 0) return
  const waitMs = await ctx.db.write(async (trx) => {
    const now = ctx.clock.now()
    let wait = 0
    for (const limit of limits) wait = Math.max(wait, await take(trx, limit, now))
    return wait
  })
  if (waitMs > 0) {
    throw new AppError('RATE_LIMITED', 'Too many failed log-ins. Wait before the next one.', {
      retryAfter: waitMs / 1000,
    })
  }
}

function invalidCredentials(): AppError {
  return new AppError('INVALID_CREDENTIALS', 'The e-mail address or the password is wrong.')
}
