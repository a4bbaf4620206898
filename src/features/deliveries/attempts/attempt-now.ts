import { setTimeout as sleep } from 'node:timers/promises'
import type { DeliveryContext } from '../context.ts'
import type { AttemptResult } from '../delivery.ts'
import { findDelivery } from '../queries/list-queries.ts'
import type { DeliveryRow } from '../queries/queue-queries.ts'
import { claimNow } from '../queue/claim.ts'
import { attemptFor } from './attempt.ts'

const LOOK_AGAIN_MS = 50
const LEAST_SEND_MS = 100
const LEAST_RECORDING_MS = 1_000

export interface AttemptNowOptions {
  /** If nothing is pending, send the newest that failed again, under its old message id. */
  reopen: boolean
  /** Milliseconds within which to answer. */
  budgetMs: number
}

/**
 * Attempts by hand, at once, what a queue has pending, one after another until one fails, and answers the last
 * attempt's result. An attempt that is under way is waited for and counts as one of them. Null when the queue has
 * nothing.
 */
export async function attemptNow(
  ctx: DeliveryContext,
  queueKey: string,
  { reopen, budgetMs }: AttemptNowOptions,
): Promise<AttemptResult | null> {
  const deadline = performance.now() + budgetMs
  const remaining = () => deadline - performance.now()
  let last: AttemptResult | null = null
  do {
    const claim = await claimNow(ctx, queueKey, { reopen: reopen && last === null })
    if (claim === null) return last
    if ('busy' in claim) {
      last = await waitFor(ctx, claim.busy, deadline)
      continue
    }
    const timeoutMs = Math.min(
      ctx.handlers.get(claim.delivery.kind)?.timeoutMs ?? 0,
      Math.max(remaining(), 1),
    )
    const patience = () => Math.max(remaining(), LEAST_RECORDING_MS)
    const made = await attemptFor(ctx, claim, { timeoutMs, patience })
    if (!made) {
      const row = await findDelivery(ctx.db.read, claim.delivery.id)
      return row ? toResult(row) : null
    }
    last = made.result
  } while (last.status === 'delivered' && remaining() > LEAST_SEND_MS)
  return last
}

/**
 * What came of the attempt that holds the lease now, or of the next one where its process has died; where that takes too
 * long, how things stood before it.
 */
async function waitFor(ctx: DeliveryContext, busy: DeliveryRow, deadline: number): Promise<AttemptResult> {
  let row = busy
  const isUnderWay = () => row.lease_token !== null && row.attempts === busy.attempts
  while (isUnderWay() && performance.now() < deadline) {
    await sleep(LOOK_AGAIN_MS)
    const now = await findDelivery(ctx.db.read, busy.id)
    // Its person was erased meanwhile.
    if (!now) break
    row = now
  }
  return toResult(row)
}

function toResult(row: DeliveryRow): AttemptResult {
  return {
    status: row.status,
    attempts: row.attempts,
    error: row.last_error,
    attemptedAt: row.last_attempt_at ?? row.created_at,
  }
}
