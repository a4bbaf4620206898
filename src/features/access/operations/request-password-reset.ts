import { subscriberOf } from '../../../platform/client-address.ts'
import type { Trx } from '../../../platform/db/db.ts'
import { AppError } from '../../../platform/errors.ts'
import { holds, type Principal } from '../../../platform/principal.ts'
import { take } from '../../../platform/throttle.ts'
import { emailKey } from '../../../platform/validate.ts'
import { createAccountLink, linkToShow, sendAccountLink } from '../account-links/account-links.ts'
import { findAccount } from '../account-queries.ts'
import type { AccountContext } from '../context.ts'
import { controls, isVisible } from '../grants.ts'
import { listUserGrants } from '../grants-queries.ts'
import { recordAccount } from '../record-account.ts'
import { findUserByEmail } from '../sessions/queries.ts'

/** Mails with links for one account, so that nobody's mailbox can be flooded. */
const MOST_AN_HOUR = 5
const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000

interface ResetRequest {
  email: string
  /** The caller's network address, for throttling. */
  address: string
  /** Somebody who asks for somebody else, if the request says who. */
  principal: Principal | undefined
  onError: (error: unknown) => void
}

/**
 * Sends a link with which the user with this address chooses another password. The work is done after the answer, which
 * therefore neither says nor shows by its time whether there is such a user. Only an administrator gets the link where
 * no mail is sent.
 * @throws AppError RATE_LIMITED after too many requests from the address
 */
export async function requestPasswordReset(
  ctx: AccountContext,
  { email, address, principal, onError }: ResetRequest,
): Promise<{ link?: string }> {
  await countRequest(ctx, address)
  if (!ctx.mail && principal && holds(principal, 'access:write')) {
    const link = await sendReset(ctx, email, principal)
    return link === undefined ? {} : { link }
  }
  if (ctx.mail) sendReset(ctx, email).catch(onError)
  return {}
}

async function countRequest({ db, clock, resetsPerMinute: most }: AccountContext, address: string) {
  if (most === 0) return
  const limit = { key: `reset:address:${subscriberOf(address)}`, most, windowMs: MINUTE_MS }
  const waitMs = await db.write((trx) => take(trx, limit, clock.now()))
  if (waitMs === 0) return
  throw new AppError('RATE_LIMITED', 'Too many password resets were requested. Wait before the next one.', {
    retryAfter: waitMs / 1000,
  })
}

/** @param principal who may get the link: only somebody who could have made the user */
async function sendReset(
  ctx: AccountContext,
  email: string,
  principal?: Principal,
): Promise<string | undefined> {
  const link = await ctx.db.write(async (trx) => {
    const user = await findUserByEmail(trx, emailKey(email))
    if (!user?.active) return undefined
    const account = await findAccount(trx, user.id)
    if (principal && !(await mayStandInFor(principal, trx, account))) return undefined
    if (!principal && !(await isWithinLimit(trx, user.id, ctx.clock.now()))) return undefined
    if (principal) {
      await recordAccount(trx, 'user.reset_link_issued', { at: ctx.clock.now(), userId: user.id, principal })
    }
    return createAccountLink(ctx, trx, { userId: user.id, email: account.email, purpose: 'reset' })
  })
  if (!link) return undefined
  sendAccountLink(ctx, link)
  return linkToShow(ctx, link).link
}

async function isWithinLimit(trx: Trx, userId: number, now: number): Promise<boolean> {
  const limit = { key: `reset:account:${userId}`, most: MOST_AN_HOUR, windowMs: HOUR_MS }
  return (await take(trx, limit, now)) === 0
}

/** A link is the account itself: nobody gets one to somebody who may do more. */
async function mayStandInFor(
  principal: Principal,
  trx: Trx,
  { id, all_brands }: { id: number; all_brands: unknown },
): Promise<boolean> {
  const held = { ...(await listUserGrants(trx, id)), allBrands: Boolean(all_brands) }
  return isVisible(principal, held) && controls(principal, held)
}
