import type { WarrantyCrm } from '../../brands/index.ts'
import type { WarrantyRecordJson } from '../record.ts'
import { sendToHighLevel } from './highlevel.ts'
import type { CrmContext, CrmMessage, CrmOutcome } from './outcome.ts'
import { sendToWebhook } from './webhook.ts'

/**
 * Tells a brand's CRM of a warranty's event, once, within 13 s. A refusal, a timeout or a broken connection is
 * an outcome, not an error; rejects where the database is out of reach or `signal` fires while waiting.
 */
export function sendToCrm(
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
      return sendToHighLevel(ctx, crm, record, signal)
  }
}
