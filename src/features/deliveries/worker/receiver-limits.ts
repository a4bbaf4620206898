import type { Delivery, Outcome } from '../delivery.ts'
import type { Receiver } from '../queries/queue-queries.ts'

const CONCURRENCY = 64
const MOST_PER_TARGET = 16
const MOST_PER_FAILING_TARGET = 2
/** Places left to receivers that answer, by all others together. */
const KEPT_FOR_ANSWERING = 16
/** Who has sends under way and has answered none for so long does not answer. */
const ANSWERS_WITHIN_MS = 2_000
/** So many failures in a row that may pass, and the circuit opens. */
export const FAILURES_TO_OPEN = 5
const FIRST_PAUSE_MS = 5_000
const LONGEST_PAUSE_MS = 30_000
/** A receiver that says how long it wants to be left alone is believed for so long. */
const LONGEST_ASKED_MS = 60_000
const TOO_MANY_REQUESTS = 429

interface Standing {
  /** Sends under way. */
  sending: number
  /** When it last answered; -Infinity: never yet, or what ended last was a failure that may pass. */
  answeredAt: number
  /** Failures in a row that may pass. */
  failures: number
  /** The circuit keeps back what would be sent before this, by `performance.now()`. */
  openUntil: number
  /** So does the receiver, who has asked for it: whatever it answers meanwhile to what was on its way. */
  askedUntil: number
}

/** What shares a receiver, by its name; `RECEIVER` in SQL. All mails go to one mail server. */
export function receiverKey({ kind, brand_id }: Receiver): string {
  return kind === 'dealer_mail' ? kind : `${kind}:${brand_id}`
}

/** Whether so many failures in a row leave a receiver to single attempts. */
function isCircuitOpen(failures: number): boolean {
  return failures >= FAILURES_TO_OPEN
}

export type ReceiverLimits = ReturnType<typeof createReceiverLimits>

/**
 * Shares the places for sends out among receivers, so that those which hang, however many, or come back after an hour
 * with thousands waiting, leave places to the others. A receiver gets another place while more are free than it has, up
 * to a quarter of all; one that does not answer, or of which nothing is known yet, while sixteen more are free. One
 * whose last answer was a failure that may pass gets two. After five of those in a row its circuit is open: nothing is sent
 * for a pause, then one attempt alone; if that fails too the next pause is twice as long, else all is as before. A
 * receiver that asks to be left alone with 429 is. `scale` multiplies the pauses, as it does the schedule.
 */
export function createReceiverLimits(scale: number) {
  const known = new Map<string, Standing>()
  let total = 0

  function standing(target: Receiver): Standing {
    const key = receiverKey(target)
    const found = known.get(key) ?? newStanding()
    known.set(key, found)
    return found
  }

  function hasPlace(one: Standing, chosen = { here: 0, all: 0 }): boolean {
    const free = CONCURRENCY - total - chosen.all - (answers(one) ? 0 : KEPT_FOR_ANSWERING)
    return one.sending + chosen.here < Math.min(mostFor(one), free)
  }

  return {
    /** Places left over all receivers. */
    free: () => CONCURRENCY - total,
    /** Whether one more may be sent there now, beside what was chosen and is not sent yet: for it, and in all. */
    hasPlace: (target: Receiver, chosen?: { here: number; all: number }) =>
      hasPlace(standing(target), chosen),
    /** Known receivers to which nothing more may be sent now. */
    full: () => [...known].filter(([, one]) => !hasPlace(one)).map(([key]) => key),
    /** Milliseconds until the next pause ends; Infinity when there is none. */
    untilPauseEnds(): number {
      const now = performance.now()
      const ends = [...known.values()].map(pausedUntil).filter((end) => end > now)
      return Math.min(...ends) - now
    },
    take(target: Receiver): void {
      standing(target).sending++
      total++
    },
    giveBack(target: Receiver): void {
      standing(target).sending--
      total--
    },
    /** Remembers how the receiver answered. It says nothing of one that nobody asked, for want of an address say. */
    learn({ kind, brandId }: Pick<Delivery, 'kind' | 'brandId'>, outcome: Outcome): void {
      if (!outcome.ok && outcome.final && outcome.status === undefined) return
      const one = standing({ kind, brand_id: brandId })
      const hasAnswered = outcome.ok || outcome.final
      one.answeredAt = hasAnswered ? performance.now() : Number.NEGATIVE_INFINITY
      one.failures = hasAnswered ? 0 : one.failures + 1
      one.openUntil = isCircuitOpen(one.failures) ? performance.now() + pauseMs(one.failures) * scale : 0
      one.askedUntil = Math.max(one.askedUntil, performance.now() + askedMs(outcome))
    },
  }
}

function newStanding(): Standing {
  return { sending: 0, answeredAt: Number.NEGATIVE_INFINITY, failures: 0, openUntil: 0, askedUntil: 0 }
}

function answers({ answeredAt, sending }: Standing): boolean {
  return sending === 0
    ? answeredAt > Number.NEGATIVE_INFINITY
    : answeredAt > performance.now() - ANSWERS_WITHIN_MS
}

function mostFor(one: Standing): number {
  if (pausedUntil(one) > performance.now()) return 0
  if (isCircuitOpen(one.failures)) return 1
  return one.failures > 0 ? MOST_PER_FAILING_TARGET : MOST_PER_TARGET
}

function pausedUntil({ openUntil, askedUntil }: Standing): number {
  return Math.max(openUntil, askedUntil)
}

/** How long an open circuit stays so. */
function pauseMs(failures: number): number {
  return Math.min(FIRST_PAUSE_MS * 2 ** (failures - FAILURES_TO_OPEN), LONGEST_PAUSE_MS)
}

/** How long the receiver asks to be left alone. */
function askedMs(outcome: Outcome): number {
  if (outcome.ok || outcome.final || outcome.status !== TOO_MANY_REQUESTS) return 0
  return Math.min((outcome.retryAfterS ?? 0) * 1000, LONGEST_ASKED_MS)
}
