import { toIsoMicros } from '../../platform/clock.ts'
import type { Brand } from '../brands/index.ts'
import { type DeliveryHandler, type NewDelivery, postWebhook } from '../deliveries/index.ts'
import type { LeadContext } from './context.ts'
import { webhookQueueKey } from './lead-deliveries.ts'
import { getLead, type LeadRow } from './queries.ts'

/** What is owed to the brand's webhook for a lead. */
export function webhookDelivery(leadId: number, brandId: number): NewDelivery {
  return {
    kind: 'lead_webhook',
    event: 'lead.submitted',
    brandId,
    subjectId: leadId,
    queueKey: webhookQueueKey(leadId),
  }
}

/** Where the brand wants leads of this category to go; undefined: nowhere. */
export function webhookUrl(
  { leadWebhook }: Pick<Brand, 'leadWebhook'>,
  category: string,
): string | undefined {
  const { categories = {}, url } = leadWebhook ?? {}
  return Object.hasOwn(categories, category) ? categories[category] : url
}

/** Sends leads to webhooks: the URL and secret that the brand has now, the lead as it was stored. */
export function leadWebhookHandler(ctx: LeadContext): DeliveryHandler {
  return {
    timeoutMs: ctx.webhookTimeoutMs,
    async send(delivery, { signal, timeoutMs }) {
      const lead = ctx.fresh.get(delivery.subjectId) ?? (await getLead(ctx.db.read, delivery.subjectId))
      const brand = (await ctx.brands.getFresh()).byId.get(delivery.brandId)
      const url = brand && webhookUrl(brand, lead.contact_category)
      if (!url) return { ok: false, final: true, error: 'The brand has no webhook for this lead any more.' }
      const { secret, previous_secret: previousSecret } = brand.leadWebhook ?? {}
      const body = toPayload(lead)
      return postWebhook(ctx, { url, secret, previousSecret, delivery, body, timeoutMs, signal })
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
