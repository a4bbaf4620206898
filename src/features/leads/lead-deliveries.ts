import type { Brand } from '../brands/index.ts'
import type { NewDelivery } from '../deliveries/index.ts'
import type { Assignment } from './assignment.ts'
import type { Lead } from './lead.ts'

/** Returns the delivery of a lead to the brand's webhook. */
export function webhookDelivery(leadId: number, brandId: number): NewDelivery {
  return {
    kind: 'lead_webhook',
    event: 'lead.submitted',
    brandId,
    subjectId: leadId,
    queueKey: webhookQueueKey(leadId),
  }
}

/** Returns the delivery of a lead to its dealer. */
export function mailDelivery(leadId: number, brandId: number): NewDelivery {
  return {
    kind: 'dealer_mail',
    event: 'lead.assigned',
    brandId,
    subjectId: leadId,
    queueKey: mailQueueKey(leadId),
    // All mails go to one mail server.
    receiver: 'dealer_mail',
  }
}

/** Returns where the brand wants leads of this category sent; undefined for nowhere. */
export function webhookUrl(
  { leadWebhook }: Pick<Brand, 'leadWebhook'>,
  category: string,
): string | undefined {
  const { categories = {}, url } = leadWebhook ?? {}
  return Object.hasOwn(categories, category) ? categories[category] : url
}

/** Returns whether the dealer gets an e-mail: the caller asked for it, and there is a dealer. */
export function notifiesDealer({ lead, assigned }: { lead: Lead } & Pick<Assignment, 'assigned'>): boolean {
  return lead.send_to_dealer && assigned !== null
}

/** Returns the queue keys of a lead's deliveries. */
export function queueKeysOfLead(leadId: number): string[] {
  return [webhookQueueKey(leadId), mailQueueKey(leadId)]
}

function webhookQueueKey(leadId: number): string {
  return `lead:${leadId}`
}

function mailQueueKey(leadId: number): string {
  return `lead-mail:${leadId}`
}
