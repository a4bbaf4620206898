import { setTimeout as sleep } from 'node:timers/promises'
import { attempt } from '../attempts/attempt.ts'
import type { DeliveryContext } from '../context.ts'
import type { Claim } from '../delivery.ts'
import { claimDue } from '../queue/claim.ts'
import { createLocalQueue } from './local-queue.ts'
import { TOPIC } from './notify-workers.ts'

const NOTHING_CLAIMED_MS = 50
const MAX_BACKOFF_MS = 5_000
const ABORT_MS = 2_000
/** Free slots are filled when there are this many, or after REFILL_MS. */
const REFILL = 16
const REFILL_MS = 2
/** With fewer free slots than this, other processes are notified too. */
const MIN_ROOM = 32

export interface Worker {
  start(): void
  /** Stops claiming, waits up to `graceMs` for running attempts, then aborts and releases the rest. */
  stop(graceMs: number): Promise<void>
  /** Reads the outbox immediately. */
  wake(): void
  /** Returns whether the worker runs and has many free slots. */
  hasRoom(): boolean
}

/** Creates the worker of a process, which sends deliveries when they are due. */
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
        backoffMs = Math.min(Math.max(100, backoffMs * 2), MAX_BACKOFF_MS)
        ctx.log.error({ err: error, backoffMs }, 'deliveries wait: the outbox cannot be read')
        woken = false
        await pause(backoffMs)
      }
    }
  }

  /** Sends everything that is due and has a free slot. Returns the milliseconds until there may be more. */
  async function startDue(): Promise<number> {
    while (!stopping && ctx.handlers.size > 0 && receivers.free() > 0) {
      freed = 0
      const { queueKeys, fresh, waitMs } = await localQueue.choose()
      if (queueKeys.length === 0) return waitMs
      const claims = await claimDue(ctx, queueKeys)
      for (const claim of claims) startAttempt(claim)
      // Another process claimed first, or a queue is busy.
      if (claims.length < queueKeys.length) localQueue.invalidate()
      if (claims.length === 0 && fresh) return NOTHING_CLAIMED_MS
    }
    return ctx.pollMs
  }

  function startAttempt(claim: Claim) {
    const { kind, brandId, receiver: named } = claim.delivery
    const receiver = { kind, brand_id: brandId, receiver: named }
    receivers.acquire(receiver)
    const sent = () => {
      receivers.release(receiver)
      slotFreed()
    }
    attempt(ctx, claim, { sent })
      .catch((error) =>
        ctx.log.error({ err: error, delivery: claim.delivery.id }, 'an attempt ended with an error'),
      )
      .finally(() => {
        // The next delivery of its queue is due now.
        refill ??= setTimeout(resume, REFILL_MS)
      })
  }

  /** Waits briefly for more free slots: claiming for one costs as much as claiming for sixteen. */
  function slotFreed() {
    if (++freed >= REFILL) {
      resume()
    } else {
      refill ??= setTimeout(resume, REFILL_MS)
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

  function wake() {
    localQueue.invalidate()
    resume()
  }

  function resume() {
    clearTimeout(refill)
    refill = undefined
    woken = true
    wakeUp?.()
  }

  async function waitForAttempts(ms: number) {
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
      if (!ctx.shutdown.signal.aborted) await waitForAttempts(graceMs)
      if (ctx.running.size > 0) {
        ctx.shutdown.abort()
        await waitForAttempts(ABORT_MS)
      }
      clearTimeout(refill)
    },
    wake,
    hasRoom: () => loop !== undefined && !stopping && receivers.free() >= MIN_ROOM,
  }
}
