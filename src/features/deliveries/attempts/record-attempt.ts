import { setTimeout as sleep } from 'node:timers/promises'
import type { Trx } from '../../../platform/db/db.ts'
import { isUnavailable } from '../../../platform/db/unavailable.ts'
import type { DeliveryContext } from '../context.ts'
import { releaseLease } from '../queries/queue-queries.ts'
import { type Claim, LEASE_MS } from '../queue/claim.ts'
import { LeaseLost } from './settle.ts'

const AGAIN_MS = 200
const UNSENT_AGAIN_MICROS = 1_000_000

/** Ends the claim as if it had not been: the delivery is due again, nothing is counted. */
export async function releaseClaim(
  ctx: DeliveryContext,
  trx: Trx,
  { delivery, token }: Claim,
): Promise<void> {
  const dueAt = ctx.clock.now() + (ctx.shutdown.signal.aborted ? 0 : UNSENT_AGAIN_MICROS)
  await releaseLease(trx, delivery.id, token, dueAt)
}

/**
 * Does what ends a claim, again while the database is out of reach and the lease holds, whichever way the clock is set.
 * Never rejects; `faulty` when the work itself failed.
 */
export async function recordPersistently(
  ctx: DeliveryContext,
  { delivery, leaseUntil }: Claim,
  work: () => Promise<void>,
): Promise<'done' | 'given up' | 'faulty'> {
  const giveUpAt = performance.now() + LEASE_MS
  const mayTryAgain = () =>
    performance.now() < giveUpAt && ctx.clock.now() < leaseUntil && !ctx.shutdown.signal.aborted
  for (;;) {
    try {
      await work()
      return 'done'
    } catch (error) {
      if (error instanceof LeaseLost) {
        ctx.log.warn(
          { delivery: delivery.id },
          'a delivery was taken back while it was sent, by an erasure or another process: this attempt does not count',
        )
        return 'given up'
      }
      if (!isUnavailable(error) || !mayTryAgain()) {
        ctx.log.error({ err: error, delivery: delivery.id }, 'an attempt could not be recorded')
        return isUnavailable(error) ? 'given up' : 'faulty'
      }
    }
    await sleep(AGAIN_MS)
  }
}
