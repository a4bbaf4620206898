import type { Clock } from '../../../platform/clock.ts'
import type { OutgoingResponse } from '../../../platform/outgoing/answer.ts'
import type { Outgoing } from '../../../platform/outgoing/client.ts'
import { OutgoingError } from '../../../platform/outgoing/failure.ts'
import { signWebhook } from '../../../platform/outgoing/signature.ts'
import type { Delivery, Outcome } from '../delivery.ts'
import { classifyStatus } from './outcome.ts'
import { parseRetryAfter } from './retry-after.ts'

/** 1 MiB, more than any CRM sends. */
const MAX_ANSWER_BYTES = 1_048_576

export interface WebhookCall {
  url: string
  /** Standard Webhooks secret. Without one, the message is not signed. */
  secret?: string | undefined
  /** Also signs, while receivers change to the new secret. */
  previousSecret?: string | undefined
  delivery: Pick<Delivery, 'messageId'>
  /** JSON text. */
  body: string
  timeoutMs: number
  signal: AbortSignal
}

/** Posts a JSON message to a webhook and returns the outcome. Signs the message if there is a secret. */
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

/** Returns the outcome that a receiver's answer means. */
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

/** Returns the outcome of a call that got no answer. Rethrows errors that are not the call's. */
export function judgeFailure(error: unknown): Outcome {
  if (!(error instanceof OutgoingError)) throw error
  return { ok: false, final: false, error: error.message }
}
