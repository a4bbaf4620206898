import { toIsoMicros } from '../../../platform/clock.ts'
import { signWebhook } from '../../../platform/outgoing/signature.ts'
import type { WarrantyCrm } from '../../brands/index.ts'
import type { WarrantyRecordJson } from '../record.ts'
import { type CrmContext, type CrmMessage, type CrmOutcome, judgeAnswer, judgeFailure } from './outcome.ts'

const TIMEOUT_MS = 12_000
/** The status decides; the body is only read so that the connection can be used again. */
const MAX_BYTES = 64 * 1024

/**
 * Sends a warranty's event to a generic webhook: `{type, timestamp, data}`, where `timestamp` is when the event
 * occurred and `data` the full record. Signed as Standard Webhooks 1.0 has it where a secret is given; the
 * `webhook-timestamp` header is the attempt's.
 */
export async function sendToWebhook(
  ctx: CrmContext,
  { url, secret }: Extract<WarrantyCrm, { type: 'webhook' }>,
  { id, event, occurredAt }: CrmMessage,
  record: WarrantyRecordJson,
  signal?: AbortSignal,
): Promise<CrmOutcome> {
  const body = JSON.stringify({ type: event, timestamp: toIsoMicros(occurredAt), data: record })
  const timestampSeconds = ctx.clock.now() / 1_000_000
  const headers = {
    'content-type': 'application/json',
    ...(secret
      ? signWebhook({ id, timestampSeconds, body, secret })
      : { 'webhook-id': id, 'webhook-timestamp': String(Math.floor(timestampSeconds)) }),
  }
  try {
    const call = { body, headers, timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES, signal }
    return judgeAnswer('The CRM', await ctx.outgoing.post(url, call), ctx.clock.now())
  } catch (error) {
    return judgeFailure(error)
  }
}
