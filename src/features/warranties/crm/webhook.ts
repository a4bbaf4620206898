import { toIsoMicros } from '../../../platform/clock.ts'
import type { WarrantyCrm } from '../../brands/index.ts'
import { postWebhook } from '../../deliveries/index.ts'
import type { WarrantyRecordJson } from '../records/record.ts'
import type { CrmContext, CrmMessage, CrmOutcome } from './outcome.ts'

const TIMEOUT_MS = 12_000

/**
 * Sends a warranty's event to a generic webhook: `{type, timestamp, data}`, with the time of the event and the full
 * record. With a secret, it is signed as in Standard Webhooks 1.0; the header `webhook-timestamp` is the time of the
 * attempt.
 */
export function sendToWebhook(
  ctx: Pick<CrmContext, 'outgoing' | 'clock'>,
  { url, secret, previous_secret: previousSecret }: Extract<WarrantyCrm, { type: 'webhook' }>,
  { id, event, occurredAt }: CrmMessage,
  record: WarrantyRecordJson,
  signal: AbortSignal,
): Promise<CrmOutcome> {
  const body = JSON.stringify({ type: event, timestamp: toIsoMicros(occurredAt), data: record })
  return postWebhook(ctx, {
    url,
    secret,
    previousSecret,
    delivery: { messageId: id },
    body,
    timeoutMs: TIMEOUT_MS,
    signal,
  })
}
