import { setTimeout as sleep } from 'node:timers/promises'
import type { Trx } from '../../platform/db/db.ts'
import { isUnavailable } from '../../platform/db/unavailable.ts'
import { type Claim, lockLane } from './claim.ts'
import type { DeliveryContext } from './context.ts'
import type { AttemptResult } from './delivery.ts'
import * as queries from './queries.ts'
import type { Verdict } from './schedule.ts'

const AGAIN_MS = 200
const UNSENT_AGAIN_MICROS = 1_000_000

/** Ends the claim with what came of its attempt; if that was the end of the delivery, the lane moves on. */
export async function record(
  ctx: DeliveryContext,
  trx: Trx,
  { delivery, token }: Claim,
  { status, step, nextAttemptAt }: Verdict,
  result: AttemptResult,
): Promise<void> {
  const now = ctx.clock.now()
  await lockLane(ctx, trx, delivery.lane)
  const change = {
    status,
    step,
    attempts: result.attempts,
    last_attempt_at: result.attemptedAt,
    last_error: result.error,
    next_attempt_at: nextAttemptAt ?? now,
    finished_at: nextAttemptAt === null ? now : null,
  }
  if (!(await queries.endLease(trx, delivery.id, token, change))) throw new LeaseLost()
  if (status !== 'pending') await queries.releaseNext(trx, delivery.lane, now)
}

/** Ends the claim as if it had not been: the delivery is due again, nothing is counted. */
export async function giveBack(ctx: DeliveryContext, trx: Trx, { delivery, token }: Claim): Promise<void> {
  const dueAt = ctx.clock.now() + (ctx.shutdown.signal.aborted ? 0 : UNSENT_AGAIN_MICROS)
  await queries.endLease(trx, delivery.id, token, { next_attempt_at: dueAt })
}

/**
 * Runs `work` in a transaction, again while the database is out of reach, the budget lasts and the lease holds.
 * Never rejects; `faulty` when the work itself failed.
 */
export async function persist(
  ctx: DeliveryContext,
  { delivery, leaseUntil }: Claim,
  budgetMs: number,
  work: (trx: Trx) => Promise<void>,
): Promise<'done' | 'given up' | 'faulty'> {
  const giveUpAt = performance.now() + budgetMs
  const mayTryAgain = () =>
    performance.now() < giveUpAt && ctx.clock.now() < leaseUntil && !ctx.shutdown.signal.aborted
  for (;;) {
    try {
      await ctx.db.write(work)
      return 'done'
    } catch (error) {
      if (!isUnavailable(error) || !mayTryAgain()) {
        ctx.log.error({ err: error, delivery: delivery.id }, 'an attempt could not be recorded')
        return isUnavailable(error) || error instanceof LeaseLost ? 'given up' : 'faulty'
      }
    }
    await sleep(AGAIN_MS)
  }
}

/** Between claiming and recording someone else got the delivery; what came of our attempt no longer counts. */
class LeaseLost extends Error {}
