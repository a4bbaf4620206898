import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import { spend } from './queries.ts'
import { type RateLimit, type Spending, WINDOW_MS } from './rate-limit.ts'

const EVERY_MS = 1_000
/** What was admitted beyond the limit is paid back, at most so much. A clock that was set back costs no more. */
const LONGEST_DEBT_MS = 2 * WINDOW_MS

interface SharedLimit {
  db: Db
  clock: Clock
  /** Monotonic. */
  nowMs?: () => number
  perMinute: number
  /** Told when other processes can no longer be told; once, until it works again. */
  onError: (error: unknown) => void
}

/**
 * Keeps a limit in step with those of the other processes on this database: about once a second, and at once when a
 * caller is in a hurry, adds up in the database what was spent here and learns what was spent everywhere. No request
 * waits for it. Answers how to stop; what is under way then is waited for.
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
    const spendings = limit.spent()
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
      // Another machine's clock may be far ahead of this one's.
      limit.learn(caller, Math.min((spent_until - now) / 1000, LONGEST_DEBT_MS) - elapsed)
    }
  }

  limit.onHaste = () => {
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
