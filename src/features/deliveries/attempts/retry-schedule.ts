import type { Micros } from '../../../platform/clock.ts'
import type { Outcome, Verdict } from '../delivery.ts'

/** Seconds before each automatic attempt, counted from the one before it. */
const WAITS_S = [0, 5, 300, 1_800, 7_200, 18_000, 36_000, 36_000]
const JITTER = 0.2

/** Where a delivery stands when an attempt at it is over. */
interface Standing {
  /** Automatic attempts made before this one. */
  step: number
  /** By hand: it uses up no automatic attempt. */
  manual: boolean
  /** When the next automatic attempt was due before this one, if one was. */
  plannedAt: Micros | null
}

/**
 * What follows from an attempt that is over at `now`: delivered, failed for good, or another attempt after a
 * wait of the schedule, ±20 % and times `scale`, and never sooner than the receiver asks (in real seconds).
 */
export function judge(
  { step, manual, plannedAt }: Standing,
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
