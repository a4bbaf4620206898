import type { WarrantyCrm } from '../../brands/index.ts'
import type { WarrantyRecordJson } from '../records/record.ts'
import type { CrmContext, CrmMessage, CrmOutcome } from './outcome.ts'
import { sendToWebhook } from './webhook.ts'

/**
 * Sends a warranty's event to a brand's CRM once, within 13 s. Returns refusals, timeouts and broken connections as
 * outcomes. Rejects if the database is unreachable, or if `signal` fires while waiting.
 */
export async function sendToCrm(
  ctx: CrmContext,
  crm: WarrantyCrm,
  message: CrmMessage,
  record: WarrantyRecordJson,
  signal: AbortSignal,
): Promise<CrmOutcome> {
  switch (crm.type) {
    case 'webhook':
      return sendToWebhook(ctx, crm, message, record, signal)
    case 'highlevel':
      // Loaded on demand: its library for phone numbers takes megabytes.
      return (await import('./highlevel.ts')).sendToHighLevel(ctx, crm, record, signal)
  }
}
