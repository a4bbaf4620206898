import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import { spend } from './queries.ts'
import { type RateLimit, type Spending, WINDOW_MS } from './rate-limit.ts'

const EVERY_MS = 1_000
/** Requests beyond the limit reduce later quotas by no more than this, even after a clock was set back. */
const LONGEST_DEBT_MS = 2 * WINDOW_MS

interface SharedLimit {
  db: Db
  clock: Clock
  /** Monotonic. */
  nowMs?: () => number
  perMinute: number
  /** Called when requests cannot be shared with other processes; once, until it works again. */
  onError: (error: unknown) => void
}

/**
 * Shares a limit with the other processes on this database. About once a second, or immediately after a burst, it adds
 * this process's requests to the totals in the database, and reads the totals. No request waits for it. Returns a
 * function that stops it, after the running exchange.
 */
export function shareRateLimit(
  limit: RateLimit,
  { db, clock, nowMs = () => performance.now(), perMinute, onError }: SharedLimit,
): () => Promise<void> {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let again = false
  let failing = false
  let stopped = false

  function start() {
    running = run().then(() => {
      running = undefined
      if (!stopped) timer = setTimeout(start, again && !failing ? 0 : EVERY_MS).unref()
    })
  }

  async function run() {
    again = false
    const spendings = limit.takeUnreported()
    try {
      if (spendings.length > 0) await tell(spendings)
      failing = false
    } catch (error) {
      limit.keep(spendings)
      if (!failing) onError(error)
      failing = true
    }
  }

  async function tell(spendings: Spending[]) {
    const now = clock.now()
    const asked = nowMs()
    const costs = spendings.map(({ caller, requests }) => ({
      caller,
      cost: Math.round((requests * WINDOW_MS * 1000) / perMinute),
    }))
    const accounts = await db.write((trx) => spend(trx, costs, { now, most: LONGEST_DEBT_MS * 1000 }))
    const elapsed = nowMs() - asked
    for (const { caller, spent_until } of accounts) {
      // The clock of another machine may be far ahead of this one's.
      limit.learn(caller, Math.min((spent_until - now) / 1000, LONGEST_DEBT_MS) - elapsed)
    }
  }

  limit.onBurst = () => {
    if (running) again = true
    else if (!failing && !stopped) {
      clearTimeout(timer)
      timer = setTimeout(start, 0).unref()
    }
  }
  timer = setTimeout(start, EVERY_MS).unref()
  return async () => {
    stopped = true
    clearTimeout(timer)
    await running
  }
}
