import { setTimeout as sleep } from 'node:timers/promises'
import { attempt } from '../attempts/attempt.ts'
import type { DeliveryContext } from '../context.ts'
import type { Claim } from '../delivery.ts'
import { claimDue } from '../queue/claim.ts'
import { createLocalQueue } from './local-queue.ts'
import { TOPIC } from './notify-workers.ts'

const CLAIMED_NOTHING_MS = 50
const LONGEST_BACKOFF_MS = 5_000
const ABORT_MS = 2_000
/** Places that become free are filled so many at a time, or after so long. */
const REFILL = 16
const REFILL_MS = 2
/** With fewer places left, other processes may be quicker. */
const ROOM = 32

export interface Worker {
  start(): void
  /** Claims nothing more; waits for what is being sent, at most `graceMs`, then breaks it off and gives it back. */
  stop(graceMs: number): Promise<void>
  /** Looks for work at once. */
  wake(): void
  /** Whether it runs and can begin most of its sends at once. */
  hasRoom(): boolean
}

/** Makes attempts as they fall due, as long as the process runs. */
export function createWorker(ctx: DeliveryContext): Worker {
  const { receivers } = ctx
  const localQueue = createLocalQueue(ctx)
  let stopping = false
  let loop: Promise<void> | undefined
  let wakeUp: (() => void) | undefined
  let woken = false
  let freed = 0
  let refill: NodeJS.Timeout | undefined

  async function run() {
    let backoffMs = 0
    while (!stopping) {
      try {
        const pauseMs = await startDue()
        backoffMs = 0
        await pause(Math.min(pauseMs, receivers.untilPauseEnds()))
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
    while (!stopping && ctx.handlers.size > 0 && receivers.free() > 0) {
      freed = 0
      const { queueKeys, fresh, waitMs } = await localQueue.choose()
      if (queueKeys.length === 0) return waitMs
      const claims = await claimDue(ctx, queueKeys)
      for (const claim of claims) begin(claim)
      // Somebody else was quicker, or a queue is occupied.
      if (claims.length < queueKeys.length) localQueue.forget()
      if (claims.length === 0 && fresh) return CLAIMED_NOTHING_MS
    }
    return ctx.pollMs
  }

  function begin(claim: Claim) {
    const target = { kind: claim.delivery.kind, brand_id: claim.delivery.brandId }
    receivers.take(target)
    const sent = () => {
      receivers.giveBack(target)
      placeFreed()
    }
    attempt(ctx, claim, { sent })
      .catch((error) => ctx.log.error({ err: error, delivery: claim.delivery.id }, 'an attempt broke off'))
      .finally(() => {
        // What comes next in its queue is due.
        refill ??= setTimeout(goOn, REFILL_MS)
      })
  }

  /** Claiming for one place costs as much as claiming for sixteen: a moment later there may be more of them. */
  function placeFreed() {
    if (++freed >= REFILL) {
      goOn()
    } else {
      refill ??= setTimeout(goOn, REFILL_MS)
    }
  }

  async function pause(ms: number) {
    if (woken || stopping) {
      woken = false
      return
    }
    let timer: NodeJS.Timeout | undefined
    await new Promise<void>((resolve) => {
      wakeUp = resolve
      timer = setTimeout(resolve, Math.max(ms, 1))
    })
    clearTimeout(timer)
    wakeUp = undefined
    woken = false
  }

  /** Something was enqueued. */
  function wake() {
    localQueue.forget()
    goOn()
  }

  function goOn() {
    clearTimeout(refill)
    refill = undefined
    woken = true
    wakeUp?.()
  }

  async function untilNoneRuns(ms: number) {
    const timeUp = sleep(ms, 'time is up', { ref: false })
    while (ctx.running.size > 0) {
      if ((await Promise.race([Promise.allSettled(ctx.running), timeUp])) === 'time is up') return
    }
  }

  return {
    start() {
      if (loop) return
      loop = run()
      ctx.db.onNotify(TOPIC, wake)
    },
    async stop(graceMs) {
      stopping = true
      wake()
      await loop
      if (!ctx.shutdown.signal.aborted) await untilNoneRuns(graceMs)
      if (ctx.running.size > 0) {
        ctx.shutdown.abort()
        await untilNoneRuns(ABORT_MS)
      }
      clearTimeout(refill)
    },
    wake,
    hasRoom: () => loop !== undefined && !stopping && receivers.free() >= ROOM,
  }
}
