import { toIsoMicros } from '../../platform/clock.ts'
import { type DeliveryHandler, postWebhook } from '../deliveries/index.ts'
import type { LeadContext } from './context.ts'
import { webhookUrl } from './lead-deliveries.ts'
import { recordStoredLeads } from './lead-events.ts'
import { changeStates, getLead, type LeadRow, resetStates } from './queries.ts'

/** Returns what sends leads to webhooks: the brand's current URL and secret, the lead as it was stored. */
export function leadWebhookHandler(ctx: LeadContext): DeliveryHandler {
  return {
    timeoutMs: ctx.webhookTimeoutMs,
    async send(delivery, { signal, timeoutMs }) {
      const lead = ctx.fresh.get(delivery.subjectId) ?? (await getLead(ctx.db.read, delivery.subjectId))
      const brand = (await ctx.brands.getFresh()).byId.get(delivery.brandId)
      const url = brand && webhookUrl(brand, lead.contact_category)
      if (!url) return { ok: false, final: true, error: 'The brand no longer has a webhook for this lead.' }
      const { secret, previous_secret: previousSecret } = brand.leadWebhook ?? {}
      const body = toPayload(lead)
      return postWebhook(ctx, { url, secret, previousSecret, delivery, body, timeoutMs, signal })
    },
    async settled(trx, attempts) {
      const now = ctx.clock.now()
      const ended = (status: string) =>
        attempts.filter(({ result }) => result.status === status).map(({ delivery }) => delivery.subjectId)
      await changeStates(trx, ended('delivered'), { state: 'forwarded', now })
      await changeStates(trx, ended('failed'), { state: 'failed', now })
      await recordStoredLeads(trx, ended('delivered'), { at: now, type: 'lead.forwarded' })
      await recordStoredLeads(trx, ended('failed'), { at: now, type: 'lead.failed' })
    },
    async pending(trx, deliveries) {
      await resetStates(
        trx,
        deliveries.map(({ subjectId }) => subjectId),
        ctx.clock.now(),
      )
    },
  }
}

function toPayload(row: LeadRow): string {
  const payload = {
    lead_id: row.id,
    received_at: toIsoMicros(row.received_at),
    ...(JSON.parse(row.body) as object),
    ...(row.dealer === null ? {} : { dealer: JSON.parse(row.dealer) as object }),
  }
  return JSON.stringify(payload)
}
