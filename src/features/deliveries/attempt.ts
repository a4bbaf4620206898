import type { Trx } from '../../platform/db/db.ts'
import { isUnavailable } from '../../platform/db/unavailable.ts'
import { type Claim, LEASE_MS } from './claim.ts'
import type { DeliveryContext } from './context.ts'
import type { AttemptResult, Outcome } from './delivery.ts'
import { giveBack, persist, record } from './record-attempt.ts'
import { judge } from './schedule.ts'

/** What of a lease is left for recording. */
const RECORDING_MS = 5_000

interface AttemptOptions {
  /** Milliseconds that sending may take; absent: what the handler allows. */
  timeoutMs?: number | undefined
  /** Milliseconds for which recording is tried again while the database is out of reach. */
  settleBudgetMs: number
  /** Runs in the transaction that records the attempt. */
  settled?: ((trx: Trx, attempt: Attempt) => Promise<void>) | undefined
}

/** An attempt that was made. */
export interface Attempt {
  outcome: Outcome
  result: AttemptResult
}

/**
 * Attempts a claimed delivery: sends it and records what came of it. Null when it was not sent after all (we
 * are shutting down, or could not read what to send): then it is due again. Never rejects. Where the attempt
 * cannot be recorded, it will be sent once more when the lease ends.
 */
export async function attempt(
  ctx: DeliveryContext,
  claim: Claim,
  { timeoutMs, settleBudgetMs, settled }: AttemptOptions,
): Promise<Attempt | null> {
  const { delivery } = claim
  ctx.inFlight.add(delivery.id)
  try {
    const attemptedAt = ctx.clock.now()
    const outcome = await send(ctx, claim, timeoutMs)
    if (outcome === 'unsent') {
      await persist(ctx, claim, settleBudgetMs, (trx) => giveBack(ctx, trx, claim))
      return null
    }
    const verdict = judge(claim, outcome, { now: ctx.clock.now(), scale: ctx.retryScale })
    const result: AttemptResult = {
      status: verdict.status,
      attempts: claim.attempts + 1,
      error: outcome.ok ? null : outcome.error,
      attemptedAt,
    }
    const recordAlone = (trx: Trx) => record(ctx, trx, claim, verdict, result)
    const recorded = await persist(ctx, claim, settleBudgetMs, async (trx) => {
      await recordAlone(trx)
      await ctx.handlers.get(delivery.kind)?.settled?.(trx, delivery, result)
      await settled?.(trx, { outcome, result })
    })
    // A fault in what hangs on the delivery must not have it sent again every minute for ever.
    if (recorded === 'faulty') await persist(ctx, claim, settleBudgetMs, recordAlone)
    return { outcome, result }
  } finally {
    ctx.inFlight.delete(delivery.id)
  }
}

async function send(
  ctx: DeliveryContext,
  { delivery }: Claim,
  timeoutMs?: number,
): Promise<Outcome | 'unsent'> {
  const handler = ctx.handlers.get(delivery.kind)
  if (!handler || ctx.shutdown.signal.aborted) return 'unsent'
  const limit = Math.ceil(Math.min(timeoutMs ?? handler.timeoutMs, LEASE_MS - RECORDING_MS))
  const timeout = AbortSignal.timeout(limit)
  const signal = AbortSignal.any([timeout, ctx.shutdown.signal])
  try {
    const sending = handler.send(delivery, { signal, timeoutMs: limit })
    const outcome = await Promise.race([sending, endOf(signal)])
    return !outcome.ok && ctx.shutdown.signal.aborted ? 'unsent' : outcome
  } catch (error) {
    if (ctx.shutdown.signal.aborted || isUnavailable(error)) return 'unsent'
    if (timeout.aborted) {
      return { ok: false, final: false, error: `No complete answer came within ${limit / 1000} s.` }
    }
    ctx.log.error({ err: error, delivery: delivery.id, kind: delivery.kind }, 'a delivery could not be made')
    return {
      ok: false,
      final: false,
      error: 'The delivery could not be made because of a fault on our side.',
    }
  }
}

/** Rejects when the signal fires, for handlers that do not look at it. */
function endOf(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}
