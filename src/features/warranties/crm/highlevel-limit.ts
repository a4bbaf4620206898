import { setTimeout as sleep } from 'node:timers/promises'
import { take } from '../../../platform/throttle.ts'
import type { CrmContext } from './outcome.ts'

/**
 * HighLevel permits 100 calls in 10 s for one location. Any 10 s overlap at most eleven windows of a second, so nine
 * calls in each are safe. Windows of 10 s would let 200 calls through around their edge.
 */
const MOST = 9
const WINDOW_MS = 1_000

interface WaitLimits {
  /** By `performance.now()`. */
  deadline: number
  signal: AbortSignal
}

/**
 * Waits until a call to the location is permitted, counting the calls of all processes, and counts it. Returns 0; or,
 * if the deadline comes first, the milliseconds to wait before asking again.
 */
export async function takeCall(
  { db, clock }: Pick<CrmContext, 'db' | 'clock'>,
  locationId: string,
  { deadline, signal }: WaitLimits,
): Promise<number> {
  const limit = { key: `highlevel:${locationId}`, most: MOST, windowMs: WINDOW_MS }
  for (;;) {
    const waitMs = await db.write((trx) => take(trx, limit, clock.now()))
    if (waitMs === 0 || performance.now() + waitMs > deadline) return waitMs
    await sleep(waitMs, undefined, { signal })
  }
}
