import { setTimeout as sleep } from 'node:timers/promises'
import type { DeliveryContext } from '../context.ts'
import type { AttemptResult } from '../delivery.ts'
import { findDelivery } from '../queries/list-queries.ts'
import type { DeliveryRow } from '../queries/queue-queries.ts'
import { claimNow } from '../queue/claim.ts'
import { attemptFor } from './attempt.ts'

const POLL_MS = 50
const MIN_SEND_MS = 100
const MIN_RECORDING_MS = 1_000

export interface AttemptNowOptions {
  /** Whether to send the newest failed delivery again, under its old message id, if nothing is pending. */
  reopen: boolean
  /** Milliseconds within which the call returns. */
  budgetMs: number
}

/**
 * Attempts a queue's pending deliveries now, in order, until one fails. If one is being sent already, waits for it.
 * Returns the result of the last attempt; null if there was nothing to send.
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
    const recordingMs = () => Math.max(remaining(), MIN_RECORDING_MS)
    const made = await attemptFor(ctx, claim, { timeoutMs, recordingMs })
    if (!made) {
      const row = await findDelivery(ctx.db.read, claim.delivery.id)
      return row ? toResult(row) : null
    }
    last = made.result
  } while (last.status === 'delivered' && remaining() > MIN_SEND_MS)
  return last
}

/**
 * Returns the result of the attempt that holds the lease, or of the next one if its process died. Returns the earlier
 * result if the deadline comes first.
 */
async function waitFor(ctx: DeliveryContext, busy: DeliveryRow, deadline: number): Promise<AttemptResult> {
  let row = busy
  const isRunning = () => row.lease_token !== null && row.attempts === busy.attempts
  while (isRunning() && performance.now() < deadline) {
    await sleep(POLL_MS)
    const now = await findDelivery(ctx.db.read, busy.id)
    // The delivery was removed together with its person's data.
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
    sandbox: Boolean(row.sandbox),
  }
}
