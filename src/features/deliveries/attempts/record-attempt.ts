import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Trx } from '../../../platform/db/db.ts'
import { isUnavailable } from '../../../platform/db/unavailable.ts'
import type { DeliveryContext } from '../context.ts'
import { type Claim, LEASE_MS } from '../delivery.ts'
import { findDelivery } from '../queries/list-queries.ts'
import { findAttempts } from '../queries/queue-key-queries.ts'
import { releaseLease } from '../queries/queue-queries.ts'

/** The host and process id that attempts are recorded with. */
export const WORKER = `${hostname()}:${process.pid}`.slice(-100)

const RETRY_MS = 200
const UNSENT_RETRY_MICROS = 1_000_000

/** Another process or an erasure has the delivery since it was claimed: the result of our attempt is not recorded. */
export class LeaseLost extends Error {}

/** Ends the claim as if it had not been made: the delivery is due again, and no attempt is counted. */
export async function releaseClaim(
  ctx: DeliveryContext,
  trx: Trx,
  { delivery, token }: Claim,
): Promise<void> {
  const dueAt = ctx.clock.now() + (ctx.shutdown.signal.aborted ? 0 : UNSENT_RETRY_MICROS)
  await releaseLease(trx, delivery.id, token, dueAt)
}

/**
 * Runs the work that ends a claim, and repeats it while the database is out of reach and the lease lasts, even if the
 * clock is changed. Never rejects. Returns `failed` when the work itself failed.
 */
export async function recordPersistently(
  ctx: DeliveryContext,
  claim: Claim,
  work: () => Promise<void>,
): Promise<'done' | 'abandoned' | 'failed'> {
  const delivery = claim.delivery.id
  const giveUpAt = performance.now() + LEASE_MS
  const mayRetry = () =>
    performance.now() < giveUpAt && ctx.clock.now() < claim.leaseUntil && !ctx.shutdown.signal.aborted
  for (;;) {
    try {
      await work()
      return 'done'
    } catch (error) {
      if (error instanceof LeaseLost) return reportLostLease(ctx, claim)
      if (!isUnavailable(error) || !mayRetry()) {
        ctx.log.error({ err: error, delivery }, 'an attempt could not be recorded')
        return isUnavailable(error) ? 'abandoned' : 'failed'
      }
    }
    await sleep(RETRY_MS)
  }
}

/** Logs what is recorded of the delivery. Our own attempt may be: then only the confirmation of its commit was lost. */
async function reportLostLease({ db, log }: DeliveryContext, claim: Claim): Promise<'done' | 'abandoned'> {
  const { id } = claim.delivery
  const number = claim.attempts + 1
  try {
    const row = await findDelivery(db.read, id)
    const attempts = await findAttempts(db.read, [id])
    if (attempts.some((attempt) => attempt.number === number && attempt.worker === WORKER)) return 'done'
    const recorded = row ? { status: row.status, attempts: row.attempts, error: row.last_error } : null
    log.warn(
      { delivery: id, attempt: number, recorded },
      row
        ? 'an erasure or another process took this delivery over while it was sent: this attempt is not recorded'
        : 'this delivery was removed while it was sent: this attempt is not recorded',
    )
  } catch (err) {
    log.warn({ err, delivery: id, attempt: number }, 'a delivery was taken over while it was sent')
  }
  return 'abandoned'
}
