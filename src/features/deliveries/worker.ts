import { setTimeout as sleep } from 'node:timers/promises'
import { attempt } from './attempt.ts'
import { type Claim, claimDue, LEASE_MS } from './claim.ts'
import type { DeliveryContext } from './context.ts'
import { findDue, type Target } from './queries.ts'
import { createPlaces } from './targets.ts'

/** Other processes enqueue too, and tell nobody. */
const POLL_MS = 500
const CLAIMED_NOTHING_MS = 50
const LONGEST_BACKOFF_MS = 5_000
const ABORT_MS = 2_000

export interface Worker {
  start(): void
  /** Claims nothing more; waits for what is being sent, at most `graceMs`, then breaks it off and gives it back. */
  stop(graceMs: number): Promise<void>
  /** Looks for work at once. */
  wake(): void
}

/** Makes attempts as they fall due, as long as the process runs. */
export function createWorker(ctx: DeliveryContext): Worker {
  const places = createPlaces()
  const running = new Set<Promise<void>>()
  let stopping = false
  let loop: Promise<void> | undefined
  let wakeUp: (() => void) | undefined
  let woken = false

  async function run() {
    let backoffMs = 0
    while (!stopping) {
      try {
        const pauseMs = await startDue()
        backoffMs = 0
        await pause(pauseMs)
      } catch (error) {
        backoffMs = Math.min(Math.max(100, backoffMs * 2), LONGEST_BACKOFF_MS)
        ctx.log.error({ err: error, backoffMs }, 'deliveries wait: the database does not answer')
        woken = false
        await pause(backoffMs)
      }
    }
  }

  /** Starts whatever is due and has a place. Answers the milliseconds until something else may be. */
  async function startDue(): Promise<number> {
    const kinds = [...ctx.handlers.keys()]
    while (!stopping && kinds.length > 0 && places.free() > 0) {
      const now = ctx.clock.now()
      const search = { kinds, leftOut: places.full(), before: now + POLL_MS * 1000, limit: places.free() }
      const found = await findDue(ctx.db.read, search)
      const due = found.filter((row) => row.next_attempt_at <= now)
      if (due.length === 0) return found[0] ? (found[0].next_attempt_at - now) / 1000 : POLL_MS

      const lanes = withinPlaces(due).map((row) => row.lane)
      const claims = await claimDue(ctx, lanes)
      for (const claim of claims) begin(claim)
      if (claims.length === 0) return CLAIMED_NOTHING_MS
    }
    return POLL_MS
  }

  function withinPlaces<T extends Target>(due: T[]): T[] {
    const taken = new Map<string, number>()
    return due.filter((row) => {
      const key = `${row.kind}:${row.brand_id}`
      const count = taken.get(key) ?? 0
      if (count >= places.freeFor(row)) return false
      taken.set(key, count + 1)
      return true
    })
  }

  function begin(claim: Claim) {
    const target = { kind: claim.delivery.kind, brand_id: claim.delivery.brandId }
    places.take(target)
    const done = attempt(ctx, claim, { settleBudgetMs: LEASE_MS })
      .then((made) => {
        if (made) places.learn(target, { failed: !made.outcome.ok && !made.outcome.final })
      })
      .catch((error) => ctx.log.error({ err: error, delivery: claim.delivery.id }, 'an attempt broke off'))
      .finally(() => {
        places.giveBack(target)
        running.delete(done)
        wake()
      })
    running.add(done)
  }

  async function pause(ms: number) {
    if (woken || stopping) {
      woken = false
      return
    }
    let timer: NodeJS.Timeout | undefined
    await new Promise<void>((resolve) => {
      wakeUp = resolve
      timer = setTimeout(resolve, Math.min(Math.max(ms, 1), LONGEST_BACKOFF_MS))
    })
    clearTimeout(timer)
    wakeUp = undefined
    woken = false
  }

  function wake() {
    woken = true
    wakeUp?.()
  }

  return {
    start() {
      loop ??= run()
    },
    async stop(graceMs) {
      stopping = true
      wake()
      await loop
      const finished = Promise.all(running)
      await Promise.race([finished, sleep(graceMs, undefined, { ref: false })])
      if (running.size === 0) return
      ctx.shutdown.abort()
      await Promise.race([finished, sleep(ABORT_MS, undefined, { ref: false })])
    },
    wake,
  }
}
