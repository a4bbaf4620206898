import { setTimeout as sleep } from 'node:timers/promises'
import { take } from '../../../platform/throttle.ts'
import type { CrmContext } from './outcome.ts'

/**
 * HighLevel permits 100 calls in 10 s to one location. Any 10 s touch at most eleven windows of a second, so
 * nine in each stay below; windows of 10 s would let 200 through around their edge, and callers wait longer.
 */
const MOST = 9
const WINDOW_MS = 1_000

interface Patience {
  /** By `performance.now()`. */
  deadline: number
  signal: AbortSignal
}

/**
 * Waits until one more call to the location is permitted, counting those of all processes, and counts it.
 * Answers 0, or, where the deadline comes first, the milliseconds until it makes sense to ask again.
 */
export async function takeCall(
  { db, clock }: Pick<CrmContext, 'db' | 'clock'>,
  locationId: string,
  { deadline, signal }: Patience,
): Promise<number> {
  const limit = { key: `highlevel:${locationId}`, most: MOST, windowMs: WINDOW_MS }
  for (;;) {
    const waitMs = await db.write((trx) => take(trx, limit, clock.now()))
    if (waitMs === 0 || performance.now() + waitMs > deadline) return waitMs
    await sleep(waitMs, undefined, { signal })
  }
}
