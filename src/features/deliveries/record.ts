import { Type } from 'typebox'
import { Named, Nullable, Time } from '../../platform/output-schemas.ts'
import { KINDS, STATUSES } from './delivery.ts'
import type { DeliveryView, DeliveryWithAttempts } from './delivery-view.ts'

const FIELDS = {
  id: Type.Integer(),
  brand_id: Type.Integer(),
  brand: Type.String({ description: 'Slug' }),
  kind: Type.String({ enum: [...KINDS] }),
  event: Type.String(),
  state: Type.String({ enum: [...STATUSES] }),
  sandbox: Type.Boolean({ description: 'Nothing was sent: `request` of the attempt has the message' }),
  subject_id: Type.Integer({ description: 'Id of the warranty, lead or event' }),
  queue_key: Type.String({ description: 'Deliveries with the same key are sent in order, one at a time' }),
  message_id: Type.String(),
  attempts_made: Type.Integer(),
  error: Nullable(Type.String({ description: 'Of the last attempt' })),
  last_attempt_at: Nullable(Time),
  next_attempt_at: Nullable(Time),
  created_at: Time,
  updated_at: Time,
}

const CapturedRequest = Named(
  'CapturedRequest',
  Type.Object(
    {
      method: Type.String({ description: 'Of HTTP, or `MAIL`' }),
      to: Type.String({ description: 'The URL, or the address of a mail' }),
      headers: Type.Record(Type.String(), Type.String()),
      body: Type.String({ description: 'Complete' }),
    },
    { description: 'What a sandbox would have sent' },
  ),
)

/** How a receiver of a brand's deliveries did in the last hour. */
export const Receiver = Named(
  'Receiver',
  Type.Object({
    kind: Type.String({ enum: [...KINDS] }),
    brand_id: Type.Integer(),
    brand: Type.String({ description: 'Slug' }),
    receiver: Type.String({ description: 'Who is reached: of an event endpoint, `event:ID`' }),
    waiting: Type.Integer({ description: 'Pending deliveries' }),
    running: Type.Integer({ description: 'Deliveries that are being sent' }),
    circuit: Type.Unsafe<'closed' | 'open' | 'unknown'>({
      type: 'string',
      enum: ['closed', 'open', 'unknown'],
      description:
        '`open`: the last five attempts failed, so only single attempts are made; `unknown`: none in the last hour',
    }),
    attempts: Type.Integer({ description: 'Of the last hour' }),
    success_rate: Nullable(Type.Number({ description: '0 to 1' })),
    p50_ms: Nullable(Type.Number()),
    p95_ms: Nullable(Type.Number()),
  }),
)

export const ListedDelivery = Named('ListedDelivery', Type.Object(FIELDS))

export const DeliveryRecord = Named(
  'Delivery',
  Type.Object({
    ...FIELDS,
    attempts: Type.Array(
      Type.Object({
        number: Type.Integer(),
        at: Time,
        duration_ms: Type.Integer(),
        status: Nullable(Type.Integer({ description: "The receiver's status" })),
        error: Nullable(Type.String()),
        final: Type.Boolean({ description: 'The receiver refused for good' }),
        answer: Nullable(Type.String({ description: "Beginning of the receiver's response" })),
        worker: Type.String(),
        request: Type.Optional(CapturedRequest),
      }),
    ),
  }),
)

/** What came of a test. */
export const TestResultRecord = Named(
  'TestResult',
  Type.Object({
    ok: Type.Boolean(),
    status: Nullable(Type.Integer({ description: "The receiver's status, by HTTP or SMTP" })),
    error: Nullable(Type.String()),
    answer: Nullable(Type.String({ description: 'The beginning of what it answered' })),
    duration_ms: Type.Integer(),
  }),
)

/** Returns a delivery as the administration over HTTP shows it: named as its other records are. */
export function toAdminDelivery(view: DeliveryView | DeliveryWithAttempts) {
  const { lane, status, last_attempt, next_attempt, attempts, ...delivery } = view
  return {
    ...delivery,
    state: status,
    queue_key: lane,
    last_attempt_at: last_attempt,
    next_attempt_at: next_attempt,
    updated_at: last_attempt ?? delivery.created_at,
    ...(typeof attempts === 'number' ? { attempts_made: attempts } : { attempts }),
  }
}
