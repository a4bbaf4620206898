import type { Clock } from '../../../platform/clock.ts'
import type { OutgoingResponse } from '../../../platform/outgoing/answer.ts'
import type { Outgoing } from '../../../platform/outgoing/client.ts'
import { OutgoingError } from '../../../platform/outgoing/failure.ts'
import { signWebhook } from '../../../platform/outgoing/signature.ts'
import type { Delivery, Outcome } from '../delivery.ts'
import { classifyStatus } from './outcome.ts'
import { parseRetryAfter } from './retry-after.ts'

/** 1 MiB: what is passed through, and more than any CRM needs to say. */
const MAX_ANSWER_BYTES = 1_048_576

export interface WebhookCall {
  url: string
  /** Standard Webhooks secret; absent: the message is not signed. */
  secret?: string | undefined
  /** Signs too, while receivers change over from it. */
  previousSecret?: string | undefined
  delivery: Pick<Delivery, 'messageId'>
  /** JSON text. */
  body: string
  timeoutMs: number
  signal: AbortSignal
}

/** Posts a JSON message to a webhook, signed if it has a secret, and judges the answer. */
export async function postWebhook(
  { outgoing, clock }: { outgoing: Outgoing; clock: Clock },
  { url, secret, previousSecret, delivery, body, timeoutMs, signal }: WebhookCall,
): Promise<Outcome> {
  const id = delivery.messageId
  const timestampSeconds = Math.floor(clock.now() / 1_000_000)
  const signature = secret
    ? signWebhook({ id, timestampSeconds, body, secret, previousSecret })
    : { 'webhook-id': id }
  const headers = { 'content-type': 'application/json', ...signature }
  try {
    const answer = await outgoing.post(url, { body, headers, timeoutMs, maxBytes: MAX_ANSWER_BYTES, signal })
    return judgeAnswer(answer, clock)
  } catch (error) {
    return judgeFailure(error)
  }
}

/** What a receiver's answer means for the delivery. */
export function judgeAnswer(answer: OutgoingResponse, clock: Clock): Outcome {
  const judgement = classifyStatus(answer.status)
  if (judgement === 'success') return { ok: true, status: answer.status, answer }
  const retryAfterS = parseRetryAfter(answer.headers['retry-after'], clock.now() / 1000)
  return {
    ok: false,
    final: judgement === 'final',
    error: `The receiver answered with status ${answer.status}.`,
    status: answer.status,
    answer,
    ...(retryAfterS === null ? {} : { retryAfterS }),
  }
}

/** What a call without an answer means; rethrows whatever is not the call's failure. */
export function judgeFailure(error: unknown): Outcome {
  if (!(error instanceof OutgoingError)) throw error
  return { ok: false, final: false, error: error.message }
}
