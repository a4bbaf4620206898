import { createBatcher } from '../../../platform/batcher.ts'
import type { Micros } from '../../../platform/clock.ts'
import type { Trx } from '../../../platform/db/db.ts'
import { pipelined } from '../../../platform/db/pipelined.ts'
import { isUnavailable } from '../../../platform/db/unavailable.ts'
import type { DeliveryContext } from '../context.ts'
import type { Settlement } from '../delivery.ts'
import { viewDelivery } from '../delivery-view.ts'
import { endLeases, insertAttempts, makeNextDue } from '../queries/attempt-queries.ts'
import { findRows, type ListedRow } from '../queries/list-queries.ts'
import { findPendingQueues } from '../queries/queue-queries.ts'
import { lockQueues } from '../queue/claim.ts'
import { toAdminDelivery } from '../record.ts'
import { LeaseLost, WORKER } from './record-attempt.ts'
import { responseExcerpt } from './response-excerpt.ts'

const MAX_PER_COMMIT = 64

/**
 * Returns a function that records attempts and runs their hooks. Attempts that end at the same time share a
 * transaction; if it fails, each gets its own. @throws LeaseLost, and errors of the database and the hooks
 */
export function createSettler(ctx: DeliveryContext): (settlement: Settlement) => Promise<void> {
  type Result = { error?: unknown }
  const settleBatched = createBatcher<Settlement, Result>(MAX_PER_COMMIT, async (batch) => {
    try {
      return await settle(batch)
    } catch (error) {
      if (isUnavailable(error) || batch.length === 1) throw error
      return Promise.all(batch.map((one) => settle([one]).then(first, (error) => ({ error }))))
    }
  })

  async function settle(batch: Settlement[]): Promise<Result[]> {
    const kept = await ctx.db.write((trx) => recordAttempts(ctx, trx, batch))
    return batch.map(({ claim }) => (kept.has(claim.delivery.id) ? {} : { error: new LeaseLost() }))
  }

  return async (settlement) => {
    const { error } = await settleBatched(settlement)
    if (error) throw error
  }
}

function first<T>([one]: T[]): T {
  return one!
}

/** Records the attempts whose leases still hold, and advances the queues of finished deliveries. Returns their ids. */
async function recordAttempts(ctx: DeliveryContext, trx: Trx, batch: Settlement[]): Promise<Set<number>> {
  const queueKeys = batch.map(({ claim }) => claim.delivery.queueKey)
  const now = ctx.clock.now()
  const ends = batch.map(({ claim, verdict, result }) => ({
    id: claim.delivery.id,
    token: claim.token,
    status: verdict.status,
    step: verdict.step,
    attempts: result.attempts,
    attemptedAt: result.attemptedAt,
    error: result.error,
    sandbox: result.sandbox,
    dueAt: verdict.nextAttemptAt ?? now,
    finishedAt: verdict.nextAttemptAt === null ? now : null,
  }))
  const [, kept] = await pipelined([lockQueues(ctx, trx, queueKeys), endLeases(trx, ends)])
  const ours = kept.size === batch.length ? batch : batch.filter(({ claim }) => kept.has(claim.delivery.id))
  if (ours.length === 0) return kept
  await pipelined([insertAttempts(trx, ours.map(toRow)), runSettledHooks(ctx, trx, ours)])
  await reportFailed(ctx, trx, ours, now)
  await advanceQueue(
    ctx,
    trx,
    ours.filter(({ verdict }) => verdict.status !== 'pending'),
    now,
  )
  return kept
}

/**
 * Makes the next delivery of each finished one's queue due. Runs after `settled` has locked the warranty: an event that
 * is queued concurrently is either visible here, or is queued after this commit and sets `pending` itself.
 */
async function advanceQueue(
  ctx: DeliveryContext,
  trx: Trx,
  finished: Settlement[],
  now: Micros,
): Promise<void> {
  if (finished.length === 0) return
  const queueKeys = await findPendingQueues(
    trx,
    finished.map(({ claim }) => claim.delivery.queueKey),
  )
  if (queueKeys.size === 0) return
  await makeNextDue(trx, [...queueKeys], now)
  const continued = finished.filter(
    ({ claim, skipHooks }) => queueKeys.has(claim.delivery.queueKey) && !skipHooks,
  )
  for (const [kind, same] of Map.groupBy(continued, ({ claim }) => claim.delivery.kind)) {
    await ctx.handlers.get(kind)?.pending?.(
      trx,
      same.map(({ claim }) => claim.delivery),
    )
  }
}

async function reportFailed(
  { onFailed }: DeliveryContext,
  trx: Trx,
  batch: readonly Settlement[],
  at: Micros,
): Promise<void> {
  const failed = batch.filter(({ verdict, skipHooks }) => verdict.status === 'failed' && !skipHooks)
  if (failed.length === 0 || !onFailed) return
  const byId = new Map(failed.map(({ claim }) => [claim.delivery.id, claim.delivery]))
  const rows = await findRows(trx, [...byId.keys()])
  const toFailed = (row: ListedRow) => {
    return {
      at,
      delivery: byId.get(row.id)!,
      error: row.last_error,
      record: toAdminDelivery(viewDelivery(row)),
    }
  }
  await onFailed(trx, rows.map(toFailed))
}

function toRow({ claim, result, outcome, durationMs }: Settlement) {
  return {
    delivery_id: claim.delivery.id,
    number: result.attempts,
    at: result.attemptedAt,
    duration_ms: durationMs,
    status: outcome.answer?.status ?? outcome.status ?? null,
    error: result.error,
    final: !outcome.ok && outcome.final,
    answer: outcome.answer ? responseExcerpt(outcome.answer.body) : null,
    worker: WORKER,
    request: outcome.ok && outcome.captured ? JSON.stringify(outcome.captured) : null,
  }
}

async function runSettledHooks(ctx: DeliveryContext, trx: Trx, batch: Settlement[]): Promise<void> {
  const hooked = batch.filter(({ skipHooks }) => !skipHooks)
  for (const [kind, same] of Map.groupBy(hooked, ({ claim }) => claim.delivery.kind)) {
    const settled = same.map(({ claim, result }) => ({ delivery: claim.delivery, result }))
    await ctx.handlers.get(kind)?.settled?.(trx, settled)
  }
  for (const { settled, outcome, result } of hooked) await settled?.(trx, { outcome, result })
}
