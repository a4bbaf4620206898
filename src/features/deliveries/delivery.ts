import type { Micros } from '../../platform/clock.ts'
import type { Trx } from '../../platform/db/db.ts'
import type { Schema } from '../../platform/db/schema.ts'
import type { OutgoingResponse } from '../../platform/outgoing/answer.ts'
import type { CapturedMessage } from '../../platform/outgoing/sandbox.ts'

export type DeliveryStatus = Schema['deliveries']['status']

/** The kinds of this version. The table takes any. */
export const KINDS = ['warranty_sync', 'lead_webhook', 'dealer_mail', 'owner_mail', 'event'] as const
export const STATUSES = ['pending', 'delivered', 'failed'] as const satisfies DeliveryStatus[]

export type DeliveryKind = (typeof KINDS)[number]

/** A message for a receiver, before it is in the outbox. */
export interface NewDelivery {
  kind: DeliveryKind
  /** What happened, as the receiver calls it: `warranty.registered`. */
  event: string
  brandId: number
  /** The id of the warranty, lead or event that it reports. */
  subjectId: number
  /** Deliveries with the same key are sent one at a time, oldest first: `warranty:12`. */
  queueKey: string
  /**
   * The key of the receiver, whose deliveries share slots and a circuit: `event:3`. Default: the brand's receiver of this
   * kind.
   */
  receiver?: string
}

/** A delivery as its handler sees it. */
export interface Delivery {
  id: number
  kind: string
  event: string
  brandId: number
  subjectId: number
  queueKey: string
  receiver: string | null
  /** The same on every attempt, so that a receiver recognizes repeated messages. */
  messageId: string
  createdAt: Micros
}

/**
 * The result of one send. `error` is stored and shown to integrators, so it must not contain a host or a secret.
 * `status` is the receiver's HTTP or SMTP status. The beginning of `answer` is stored with the attempt for
 * administrators: omit it if it repeats what was sent.
 */
export type Outcome =
  | { ok: true; status?: number; answer?: OutgoingResponse; captured?: CapturedMessage }
  | {
      ok: false
      /** The receiver refused permanently: there are no more attempts. */
      final: boolean
      error: string
      /** Seconds to wait, as the receiver asked with `Retry-After`. */
      retryAfterS?: number
      status?: number
      answer?: OutgoingResponse
    }

/** The recorded result of an attempt. */
export interface AttemptResult {
  status: DeliveryStatus
  /** The number of attempts so far, including this one. */
  attempts: number
  error: string | null
  attemptedAt: Micros
  /** Nothing was sent: the message was recorded. */
  sandbox: boolean
}

/** A delivery and the result of its attempt. */
export interface Settled {
  delivery: Delivery
  result: AttemptResult
}

/** A delivery that failed for good, as it was recorded. */
export interface FailedDelivery {
  at: Micros
  delivery: Delivery
  error: string | null
  /** As lists show it. */
  record: object
}

/** Sends one kind of delivery. */
export interface DeliveryHandler {
  /** Milliseconds that one attempt may take. */
  timeoutMs: number
  /** Makes one attempt. An exception is a temporary failure, except that an unreachable database is no attempt. */
  send(delivery: Delivery, limits: { signal: AbortSignal; timeoutMs: number }): Promise<Outcome>
  /** Runs in the transaction that records these attempts, up to one for each queue. */
  settled?(trx: Trx, attempts: readonly Settled[]): Promise<void>
  /**
   * Runs in the transaction that retries these deliveries by hand, and after `settled` for finished deliveries whose
   * queues have more pending ones.
   */
  pending?(trx: Trx, deliveries: Delivery[]): Promise<void>
}

/** Milliseconds after which another worker may send a claimed delivery, because its worker may have died. */
export const LEASE_MS = 60_000

/** The right to attempt a delivery until the lease ends. */
export interface Claim {
  delivery: Delivery
  token: string
  leaseUntil: Micros
  /** The number of earlier attempts. */
  attempts: number
  /** The number of automatic attempts among them. */
  step: number
  /** Whether the attempt is made by hand instead of by the schedule. */
  manual: boolean
  /** When the next automatic attempt was due. */
  plannedAt: Micros | null
}

/** The state of a delivery after an attempt. */
export interface Verdict {
  status: DeliveryStatus
  step: number
  /** When the next attempt is due; null if there is none. */
  nextAttemptAt: Micros | null
}

/** A finished attempt. */
export interface Attempt {
  outcome: Outcome
  result: AttemptResult
}

/** A finished attempt with everything that is recorded of it. */
export interface Settlement extends Attempt {
  claim: Claim
  verdict: Verdict
  durationMs: number
  /** Records the attempt without running any hook. */
  skipHooks?: boolean
  /** Runs in the transaction that records the attempt. */
  settled?: ((trx: Trx, attempt: Attempt) => Promise<void>) | undefined
}
