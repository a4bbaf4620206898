import type { Delivery, Outcome } from '../delivery.ts'
import type { Receiver } from '../queries/queue-queries.ts'

const CONCURRENCY = 64
const MAX_PER_RECEIVER = 16
const MAX_PER_FAILING_RECEIVER = 2
/** Slots that unresponsive receivers must leave free. */
const RESERVED_FOR_RESPONSIVE = 16
/** A receiver is unresponsive if it is being sent to and has not answered for this long. */
const RESPONSIVE_MS = 2_000
/** Temporary failures in a row that open the circuit. */
export const FAILURES_TO_OPEN = 5
const FIRST_PAUSE_MS = 5_000
const MAX_PAUSE_MS = 30_000
/** The longest wait that a receiver can ask for. */
const MAX_ASKED_MS = 60_000
const TOO_MANY_REQUESTS = 429

interface State {
  /** The number of running sends. */
  sending: number
  /** When it last answered; -Infinity if it never has, or if its last result was a temporary failure. */
  answeredAt: number
  /** Temporary failures in a row. */
  failures: number
  /** The circuit lets nothing through before this, by `performance.now()`. */
  openUntil: number
  /** Nothing is sent before this, because the receiver asked for a pause. Later answers don't shorten it. */
  askedUntil: number
}

/** Returns the key of a receiver; `RECEIVER` is the same in SQL. */
export function receiverKey({ kind, brand_id, receiver }: Receiver): string {
  return receiver ?? `${kind}:${brand_id}`
}

function isCircuitOpen(failures: number): boolean {
  return failures >= FAILURES_TO_OPEN
}

type Sent = Pick<Delivery, 'kind' | 'brandId'> & Partial<Pick<Delivery, 'receiver'>>

export type ReceiverLimits = ReturnType<typeof createReceiverLimits>

/**
 * Divides the slots for concurrent sends among receivers, so that receivers that hang, or that come back with thousands
 * of pending deliveries, leave slots to others.
 *
 * - A receiver gets another slot while more are free than it has, up to a quarter of all.
 * - An unresponsive or unknown receiver must also leave sixteen slots free.
 * - A receiver whose last result was a temporary failure gets two slots.
 * - After five temporary failures in a row its circuit opens: nothing is sent for a pause, then one attempt. If that
 *   fails, the next pause is twice as long; otherwise the circuit closes.
 * - A receiver that answers 429 gets the pause that it asks for.
 *
 * `scale` multiplies the circuit's pauses.
 */
export function createReceiverLimits(scale: number) {
  const known = new Map<string, State>()
  let total = 0

  function stateOf(receiver: Receiver): State {
    const key = receiverKey(receiver)
    const found = known.get(key) ?? newState()
    known.set(key, found)
    return found
  }

  function hasSlot(one: State, chosen = { here: 0, all: 0 }): boolean {
    const free = CONCURRENCY - total - chosen.all - (isResponsive(one) ? 0 : RESERVED_FOR_RESPONSIVE)
    return one.sending + chosen.here < Math.min(maxFor(one), free)
  }

  return {
    /** Returns the number of free slots. */
    free: () => CONCURRENCY - total,
    /** Returns whether the receiver gets another slot, beside those already chosen: `here` for it, `all` in total. */
    hasSlot: (receiver: Receiver, chosen?: { here: number; all: number }) =>
      hasSlot(stateOf(receiver), chosen),
    /** Returns the keys of known receivers that get no slot now. */
    full: () => [...known].filter(([, one]) => !hasSlot(one)).map(([key]) => key),
    /** Returns the milliseconds until the next pause ends; Infinity if there is none. */
    untilPauseEnds(): number {
      const now = performance.now()
      const ends = [...known.values()].map(pausedUntil).filter((end) => end > now)
      return Math.min(...ends) - now
    },
    acquire(receiver: Receiver): void {
      stateOf(receiver).sending++
      total++
    },
    release(receiver: Receiver): void {
      stateOf(receiver).sending--
      total--
    },
    /** Updates the receiver's state. Ignores deliveries that were never sent, such as mail without an address. */
    learn({ kind, brandId, receiver }: Sent, outcome: Outcome): void {
      if (!outcome.ok && outcome.final && outcome.status === undefined) return
      const one = stateOf({ kind, brand_id: brandId, ...(receiver && { receiver }) })
      const hasAnswered = outcome.ok || outcome.final
      one.answeredAt = hasAnswered ? performance.now() : Number.NEGATIVE_INFINITY
      one.failures = hasAnswered ? 0 : one.failures + 1
      one.openUntil = isCircuitOpen(one.failures) ? performance.now() + pauseMs(one.failures) * scale : 0
      one.askedUntil = Math.max(one.askedUntil, performance.now() + askedMs(outcome))
    },
  }
}

function newState(): State {
  return { sending: 0, answeredAt: Number.NEGATIVE_INFINITY, failures: 0, openUntil: 0, askedUntil: 0 }
}

function isResponsive({ answeredAt, sending }: State): boolean {
  return sending === 0
    ? answeredAt > Number.NEGATIVE_INFINITY
    : answeredAt > performance.now() - RESPONSIVE_MS
}

function maxFor(one: State): number {
  if (pausedUntil(one) > performance.now()) return 0
  if (isCircuitOpen(one.failures)) return 1
  return one.failures > 0 ? MAX_PER_FAILING_RECEIVER : MAX_PER_RECEIVER
}

function pausedUntil({ openUntil, askedUntil }: State): number {
  return Math.max(openUntil, askedUntil)
}

/** Returns the milliseconds that a circuit stays open. */
function pauseMs(failures: number): number {
  return Math.min(FIRST_PAUSE_MS * 2 ** (failures - FAILURES_TO_OPEN), MAX_PAUSE_MS)
}

/** Returns the milliseconds for which the receiver asks for a pause. */
function askedMs(outcome: Outcome): number {
  if (outcome.ok || outcome.final || outcome.status !== TOO_MANY_REQUESTS) return 0
  return Math.min((outcome.retryAfterS ?? 0) * 1000, MAX_ASKED_MS)
}
