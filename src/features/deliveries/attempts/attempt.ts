import type { Trx } from '../../../platform/db/db.ts'
import { isUnavailable } from '../../../platform/db/unavailable.ts'
import { startDeadline } from '../../../platform/deadline.ts'
import { inSandbox } from '../../../platform/outgoing/sandbox.ts'
import type { DeliveryContext } from '../context.ts'
import { type Attempt, type AttemptResult, type Claim, LEASE_MS, type Outcome } from '../delivery.ts'
import { recordPersistently, releaseClaim } from './record-attempt.ts'
import { judge } from './retry-schedule.ts'

/** The part of a lease that is reserved for recording. */
const RECORDING_MS = 5_000

interface AttemptOptions {
  /** Milliseconds that sending may take; by default the handler's limit. */
  timeoutMs?: number | undefined
  /** Runs in the transaction that records the attempt. */
  settled?: ((trx: Trx, attempt: Attempt) => Promise<void>) | undefined
  /** Called when sending has ended, before recording, with what the call will return. */
  sent?: ((made: Attempt | null) => void) | undefined
}

/**
 * Sends a claimed delivery and records the attempt. Returns null if nothing was sent, because of a shutdown or because
 * the record could not be read: then it is due again. If the attempt cannot be recorded, the delivery is sent again
 * when the lease ends.
 */
export function attempt(
  ctx: DeliveryContext,
  claim: Claim,
  options: AttemptOptions,
): Promise<Attempt | null> {
  const { id, kind } = claim.delivery
  const attributes = { 'delivery.id': id, 'delivery.kind': kind, 'delivery.attempt': claim.attempts + 1 }
  const made = ctx.trace.span('delivery.attempt', 'internal', attributes, () => make(ctx, claim, options))
  ctx.running.add(made)
  const end = () => ctx.running.delete(made)
  made.then(end, end)
  return made
}

/**
 * Does the same for a caller that waits. Once the message is sent, waits up to `recordingMs()` for the record.
 * Recording continues after that, so that the stored result is the returned one.
 */
export function attemptFor(
  ctx: DeliveryContext,
  claim: Claim,
  { recordingMs, ...options }: Omit<AttemptOptions, 'sent'> & { recordingMs: () => number },
): Promise<Attempt | null> {
  const { promise: enough, resolve } = Promise.withResolvers<Attempt | null>()
  let timer: NodeJS.Timeout | undefined
  const sent = (made: Attempt | null) => {
    timer = setTimeout(resolve, recordingMs(), made)
  }
  return Promise.race([attempt(ctx, claim, { ...options, sent }), enough]).finally(() => clearTimeout(timer))
}

async function make(
  ctx: DeliveryContext,
  claim: Claim,
  { timeoutMs, settled, sent }: AttemptOptions,
): Promise<Attempt | null> {
  const { delivery } = claim
  ctx.inFlight.add(delivery.id)
  try {
    const attemptedAt = ctx.clock.now()
    const start = performance.now()
    const outcome = await send(ctx, claim, timeoutMs)
    const durationMs = Math.round(performance.now() - start)
    if (outcome === 'unsent') {
      sent?.(null)
      await recordPersistently(ctx, claim, () => ctx.db.write((trx) => releaseClaim(ctx, trx, claim)))
      return null
    }
    const isCaptured = outcome.ok && outcome.captured !== undefined
    if (!isCaptured) ctx.receivers.learn(delivery, outcome)
    const verdict = judge(claim, outcome, { now: ctx.clock.now(), scale: ctx.retryScale })
    const result: AttemptResult = {
      status: verdict.status,
      attempts: claim.attempts + 1,
      error: outcome.ok ? null : outcome.error,
      attemptedAt,
      sandbox: isCaptured,
    }
    sent?.({ outcome, result })
    const settlement = { claim, verdict, outcome, result, durationMs, settled }
    const recorded = await recordPersistently(ctx, claim, () => ctx.settle(settlement))
    // An error in a hook must not make every lease end in another send.
    if (recorded === 'failed') {
      await recordPersistently(ctx, claim, () => ctx.settle({ ...settlement, skipHooks: true }))
    }
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
  const deadline = startDeadline(limit, ctx.shutdown.signal)
  try {
    const sending = () =>
      deadline.within(handler.send(delivery, { signal: deadline.signal, timeoutMs: limit }))
    if (await ctx.isSandbox(delivery.brandId)) return await capture(sending)
    const outcome = await sending()
    return !outcome.ok && ctx.shutdown.signal.aborted ? 'unsent' : outcome
  } catch (error) {
    if (ctx.shutdown.signal.aborted || isUnavailable(error)) return 'unsent'
    if (deadline.signal.aborted) {
      return { ok: false, final: false, error: `No complete answer came within ${limit / 1000} s.` }
    }
    ctx.log.error({ err: error, delivery: delivery.id, kind: delivery.kind }, 'a delivery could not be made')
    return {
      ok: false,
      final: false,
      error: 'The delivery could not be made because of an error on our side.',
    }
  } finally {
    deadline.end()
  }
}

/** Records what would be sent. A message that can't be made, for want of an address say, fails as it always would. */
async function capture(sending: () => Promise<Outcome>): Promise<Outcome> {
  const made = await inSandbox(sending)
  return 'captured' in made ? { ok: true, captured: made.captured } : made.result
}
