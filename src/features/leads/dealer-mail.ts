import { toIsoMicros } from '../../platform/clock.ts'
import { isEmail } from '../../platform/validate.ts'
import type { DeliveryHandler, NewDelivery } from '../deliveries/index.ts'
import { toAdf } from './adf.ts'
import type { AssignedDealer } from './assign-dealer.ts'
import type { LeadContext } from './context.ts'
import type { Lead } from './lead.ts'
import { subjectOf, textOf } from './lead-words.ts'
import type { Mailer } from './mailer.ts'
import { getLead } from './queries.ts'

const TIMEOUT_MS = 30_000

/** What is owed to the dealer of a lead. */
export function mailDelivery(leadId: number, brandId: number): NewDelivery {
  return {
    kind: 'dealer_mail',
    event: 'lead.assigned',
    brandId,
    subjectId: leadId,
    lane: `lead-mail:${leadId}`,
  }
}

/** Whether the dealer is told: the caller asks for it, and there is somebody to tell and a way to. */
export function mailsDealer(ctx: LeadContext, lead: Lead, assigned: AssignedDealer | null): boolean {
  return ctx.mailsDealers && lead.send_to_dealer && assigned !== null && isEmail(emailOf(assigned.dealer))
}

/** Tells dealers of leads by e-mail: a summary to read, and the lead as ADF for their own systems. */
export function dealerMailHandler(ctx: LeadContext, mailer: Mailer): DeliveryHandler {
  return {
    timeoutMs: TIMEOUT_MS,
    async send(delivery, { signal }) {
      const row = await getLead(ctx.db.read, delivery.subjectId)
      const brand = (await ctx.brands.current()).byId.get(delivery.brandId)
      if (!brand || row.dealer === null) return { ok: false, final: true, error: 'The lead has no dealer.' }
      const lead = JSON.parse(row.body) as Lead
      const dealer = JSON.parse(row.dealer) as AssignedDealer['dealer']
      const receivedAt = toIsoMicros(row.received_at)
      return mailer.send({
        id: delivery.messageId,
        to: { name: typeof dealer.name === 'string' ? dealer.name : '', address: emailOf(dealer) },
        replyTo: lead.contact.contact_email,
        subject: subjectOf(lead, brand.name),
        text: textOf(lead, { leadId: row.id, brandName: brand.name }),
        attachment: {
          filename: `lead-${row.id}.xml`,
          contentType: 'application/x-adf+xml; charset=utf-8',
          content: toAdf({ leadId: row.id, lead, receivedAt, brand, dealer }),
        },
        signal,
      })
    },
  }
}

function emailOf(dealer: AssignedDealer['dealer']): string {
  return typeof dealer.email === 'string' ? dealer.email : ''
}
