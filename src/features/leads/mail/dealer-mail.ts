import { toIsoMicros } from '../../../platform/clock.ts'
import type { Mailer } from '../../../platform/outgoing/mailer.ts'
import { isEmail } from '../../../platform/validate.ts'
import type { DeliveryHandler, Outcome } from '../../deliveries/index.ts'
import type { AssignedDealer } from '../assignment.ts'
import type { LeadContext } from '../context.ts'
import type { Lead } from '../lead.ts'
import { getLead } from '../queries.ts'
import { toAdf } from './adf.ts'
import { subjectOf, textOf, toOneLine } from './lead-email-text.ts'

/** The longest that the engine allows: docs/decisions/0009-delivery-engine.md. */
const TIMEOUT_MS = 55_000

/**
 * Returns what sends leads to dealers by e-mail: a summary, and the lead as ADF for their own systems. Without a mail
 * server, or for a dealer without an address, the delivery fails for good; it can be retried when that is corrected.
 */
export function dealerMailHandler(ctx: LeadContext, mailer: Mailer | undefined): DeliveryHandler {
  return {
    timeoutMs: TIMEOUT_MS,
    async send(delivery, { signal }) {
      const row = await getLead(ctx.db.read, delivery.subjectId)
      const brand = (await ctx.brands.getFresh()).byId.get(delivery.brandId)
      if (!brand || row.dealer === null) return final('The lead has no dealer.')
      if (!mailer) return final('No mail server is configured. Set SMTP_URL.')
      const lead = JSON.parse(row.body) as Lead
      const dealer = JSON.parse(row.dealer) as AssignedDealer['dealer']
      const address = await ctx.dealerEmail(row.dealer_id!)
      if (address === '') return final('The dealer has no e-mail address.')
      if (!isEmail(address)) return final('The e-mail field of the dealer is not one plain e-mail address.')
      const receivedAt = toIsoMicros(row.received_at)
      return mailer.send({
        id: delivery.messageId,
        to: { name: typeof dealer.name === 'string' ? toOneLine(dealer.name) : '', address },
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
