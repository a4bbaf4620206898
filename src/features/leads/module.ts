import type { App } from '../../platform/http/server.ts'
import type { Guards } from '../access/index.ts'
import type { LeadContext } from './context.ts'
import { dealerMailHandler } from './mail/dealer-mail.ts'
import { createMailer, type SmtpSettings } from './mail/mailer.ts'
import { createLeadSaver } from './operations/save-leads.ts'
import { addLeadRoutes } from './routes/submit-lead.ts'
import { leadWebhookHandler } from './webhook.ts'

interface LeadsOptions extends Omit<LeadContext, 'fresh' | 'saveTogether'> {
  guards: Guards
  /** Absent: dealers are not told by e-mail. */
  smtp: SmtpSettings | undefined
}

/** Lead submission: docs/decisions/0010-lead-submission.md. */
export interface Leads {
  addRoutes(app: App): void
}

/** Also says how leads are forwarded, and how dealers are told. */
export function createLeads({ guards, smtp, ...options }: LeadsOptions): Leads {
  const base = { ...options, fresh: new Map() }
  const ctx: LeadContext = { ...base, saveTogether: createLeadSaver(base) }
  ctx.deliveries.register('lead_webhook', leadWebhookHandler(ctx))
  ctx.deliveries.register('dealer_mail', dealerMailHandler(ctx, smtp && createMailer(smtp)))
  return { addRoutes: (app) => addLeadRoutes(app, ctx, guards) }
}
