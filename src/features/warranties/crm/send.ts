import type { WarrantyCrm } from '../../brands/index.ts'
import type { WarrantyRecordJson } from '../records/record.ts'
import type { CrmContext, CrmMessage, CrmOutcome } from './outcome.ts'
import { sendToWebhook } from './webhook.ts'

/**
 * Tells a brand's CRM of a warranty's event, once, within 13 s. A refusal, a timeout or a broken connection is
 * an outcome, not an error; rejects where the database is out of reach or `signal` fires while waiting.
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
      // Its library for phone numbers takes megabytes that most servers need not spend.
      return (await import('./highlevel.ts')).sendToHighLevel(ctx, crm, record, signal)
  }
}
