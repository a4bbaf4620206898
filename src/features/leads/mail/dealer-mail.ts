import { toIsoMicros } from '../../../platform/clock.ts'
import { isEmail } from '../../../platform/validate.ts'
import type { DeliveryHandler, NewDelivery, Outcome } from '../../deliveries/index.ts'
import type { LeadContext } from '../context.ts'
import type { Lead } from '../lead.ts'
import { mailQueueKey } from '../lead-deliveries.ts'
import type { AssignedDealer } from '../operations/assign-dealer.ts'
import { getLead } from '../queries.ts'
import { toAdf } from './adf.ts'
import { subjectOf, textOf, withoutLineEnds } from './lead-email-text.ts'
import type { Mailer } from './mailer.ts'

/** As long as the engine allows: docs/decisions/0009-delivery-engine.md. */
const TIMEOUT_MS = 55_000

/** What is owed to the dealer of a lead. */
export function mailDelivery(leadId: number, brandId: number): NewDelivery {
  return {
    kind: 'dealer_mail',
    event: 'lead.assigned',
    brandId,
    subjectId: leadId,
    queueKey: mailQueueKey(leadId),
  }
}

/** Whether the dealer is to be told: the caller asks for it, and there is one. */
export function tellsDealer({ lead, assigned }: { lead: Lead; assigned: AssignedDealer | null }): boolean {
  return lead.send_to_dealer && assigned !== null
}

/**
 * Tells dealers of leads by e-mail: a summary to read, and the lead as ADF for their own systems. Without a mail
 * server, or for a dealer without an address, that is a failure for good, to be seen and retried when it is mended.
 */
export function dealerMailHandler(ctx: LeadContext, mailer: Mailer | undefined): DeliveryHandler {
  return {
    timeoutMs: TIMEOUT_MS,
    async send(delivery, { signal }) {
      const row = await getLead(ctx.db.read, delivery.subjectId)
      const brand = (await ctx.brands.getFresh()).byId.get(delivery.brandId)
      if (!brand || row.dealer === null) return final('The lead has no dealer.')
      if (!mailer) return final('No mail server is set up (SMTP_URL).')
      const lead = JSON.parse(row.body) as Lead
      const dealer = JSON.parse(row.dealer) as AssignedDealer['dealer']
      const address = await ctx.dealerEmail(row.dealer_id!)
      if (address === '') return final('The dealer has no e-mail address.')
      if (!isEmail(address)) return final('What the dealer has as email is not one plain e-mail address.')
      const receivedAt = toIsoMicros(row.received_at)
      return mailer.send({
        id: delivery.messageId,
        to: { name: typeof dealer.name === 'string' ? withoutLineEnds(dealer.name) : '', address },
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

function final(error: string): Outcome {
  return { ok: false, final: true, error }
}
