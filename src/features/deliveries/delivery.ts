import type { Micros } from '../../platform/clock.ts'
import type { Trx } from '../../platform/db/db.ts'
import type { Schema } from '../../platform/db/schema.ts'
import type { OutgoingResponse } from '../../platform/outgoing/answer.ts'

export type DeliveryKind = Schema['deliveries']['kind']
export type DeliveryStatus = Schema['deliveries']['status']

export const KINDS = ['warranty_sync', 'lead_webhook', 'dealer_mail'] as const satisfies DeliveryKind[]
export const STATUSES = ['pending', 'delivered', 'failed'] as const satisfies DeliveryStatus[]

/** Something to be told to somebody outside. */
export interface NewDelivery {
  kind: DeliveryKind
  /** What happened, in the words of its receiver: `warranty.registered`. */
  event: string
  brandId: number
  /** The warranty or lead that it tells of. */
  subjectId: number
  /** Deliveries of one queue go one at a time, oldest first: `warranty:12`. */
  queueKey: string
}

/** One delivery, as its handler sees it. */
export interface Delivery {
  id: number
  kind: DeliveryKind
  event: string
  brandId: number
  subjectId: number
  queueKey: string
  /** The same on every attempt, so that a receiver knows what it already has. */
  messageId: string
  createdAt: Micros
}

/**
 * What came of sending once. `error` is kept and shown to integrators: no host, no secret. `status` is the
 * receiver's, by HTTP or SMTP, and of `answer` the beginning is kept with the attempt for administrators: to be left
 * out where it repeats what was sent.
 */
export type Outcome =
  | { ok: true; status?: number; answer?: OutgoingResponse }
  | {
      ok: false
      /** The receiver refused for good: no attempt follows. */
      final: boolean
      error: string
      /** Seconds that the receiver asks to be left alone. */
      retryAfterS?: number
      status?: number
      answer?: OutgoingResponse
    }

/** What an attempt came to, as it is recorded. */
export interface AttemptResult {
  status: DeliveryStatus
  /** All attempts so far, this one too. */
  attempts: number
  error: string | null
  attemptedAt: Micros
}

/** A delivery with what its attempt came to. */
export interface Settled {
  delivery: Delivery
  result: AttemptResult
}

/** Sends one kind of delivery. */
export interface DeliveryHandler {
  /** Milliseconds that one attempt may take. */
  timeoutMs: number
  /** Makes one attempt. Whatever it throws counts as a passing failure, a database out of reach as no attempt. */
  send(delivery: Delivery, limits: { signal: AbortSignal; timeoutMs: number }): Promise<Outcome>
  /** Runs in the transaction that records these attempts, of a queue one at most. */
  settled?(trx: Trx, attempts: readonly Settled[]): Promise<void>
  /**
   * Runs in the transaction that puts these failed deliveries back in the queue by hand, or, after `settled`, that ends
   * these while more is owed in their queues.
   */
  pending?(trx: Trx, deliveries: Delivery[]): Promise<void>
}

/** How long a claim holds without news of its holder: a worker that died is replaced after this. */
export const LEASE_MS = 60_000

/** The right to attempt a delivery, until the lease ends. */
export interface Claim {
  delivery: Delivery
  token: string
  leaseUntil: Micros
  /** Attempts made before. */
  attempts: number
  /** Automatic ones among them. */
  step: number
  /** By hand, not by the schedule. */
  manual: boolean
  /** When the next automatic attempt was due. */
  plannedAt: Micros | null
}

/** What follows from an attempt. */
export interface Verdict {
  status: DeliveryStatus
  step: number
  /** When the next attempt is due; null when none is. */
  nextAttemptAt: Micros | null
}

/** An attempt that was made. */
export interface Attempt {
  outcome: Outcome
  result: AttemptResult
}

/** An attempt that is to be recorded. */
export interface Settlement extends Attempt {
  claim: Claim
  verdict: Verdict
  durationMs: number
  /** Without what hangs on the delivery. */
  alone?: boolean
  /** Runs in the transaction that records the attempt. */
  settled?: ((trx: Trx, attempt: Attempt) => Promise<void>) | undefined
}
