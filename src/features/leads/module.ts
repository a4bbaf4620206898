import type { App } from '../../platform/http/server.ts'
import type { Guards } from '../access/index.ts'
import type { LeadContext } from './context.ts'
import { dealerMailHandler } from './mail/dealer-mail.ts'
import { createMailer, type SmtpSettings } from './mail/mailer.ts'
import { createLeadSaver } from './operations/save-leads.ts'
import { leadCodec } from './routes/lead-responses.ts'
import { addSubmitLead } from './routes/submit-lead.ts'
import { leadWebhookHandler } from './webhook.ts'

interface LeadsOptions extends Omit<LeadContext, 'fresh' | 'saveBatched' | 'codec'> {
  guards: Guards
  /** Absent: dealers get no e-mail. */
  smtp: SmtpSettings | undefined
}

/** Lead submission: docs/decisions/0010-lead-submission.md. */
export interface Leads {
  addRoutes(app: App): void
}

/** Builds lead submission, and registers how leads are delivered to webhooks and dealers. */
export function createLeads({ guards, smtp, ...options }: LeadsOptions): Leads {
  const ctx: LeadContext = {
    ...options,
    fresh: new Map(),
    saveBatched: createLeadSaver(options),
    codec: leadCodec,
  }
  ctx.deliveries.register('lead_webhook', leadWebhookHandler(ctx))
  ctx.deliveries.register('dealer_mail', dealerMailHandler(ctx, smtp && createMailer(smtp)))
  return { addRoutes: (app) => addSubmitLead(app, ctx, guards) }
}
