import type { Micros } from '../../../platform/clock.ts'
import type { Outcome, Verdict } from '../delivery.ts'

/** Seconds between each automatic attempt and the one before it. */
const WAITS_S = [0, 5, 300, 1_800, 7_200, 18_000, 36_000, 36_000]
const JITTER = 0.2

/** The state of a delivery before an attempt. */
interface StateBefore {
  /** The number of automatic attempts before this one. */
  step: number
  /** Whether the attempt was made by hand, which uses up no automatic attempt. */
  manual: boolean
  /** When the next automatic attempt was due; null if there was none. */
  plannedAt: Micros | null
}

/**
 * Returns the state after an attempt that ended at `now`: delivered, failed, or pending until the next attempt. The
 * wait is the schedule's ±20 %, times `scale`, and never shorter than the receiver asks, in real seconds.
 */
export function judge(
  { step, manual, plannedAt }: StateBefore,
  outcome: Outcome,
  { now, scale, random = Math.random }: { now: Micros; scale: number; random?: () => number },
): Verdict {
  const stepAfter = manual ? step : step + 1
  if (outcome.ok) return { status: 'delivered', step: stepAfter, nextAttemptAt: null }
  const wait = WAITS_S[Math.max(1, stepAfter)]
  if (outcome.final || wait === undefined) return { status: 'failed', step: stepAfter, nextAttemptAt: null }

  const jitter = 1 + JITTER * (2 * random() - 1)
  const scheduled = now + Math.round(wait * 1_000_000 * jitter * scale)
  const dueAt = manual && plannedAt !== null && plannedAt > now ? plannedAt : scheduled
  const asked = now + (outcome.retryAfterS ?? 0) * 1_000_000
  return { status: 'pending', step: stepAfter, nextAttemptAt: Math.max(dueAt, asked) }
}
