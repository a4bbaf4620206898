import type { App } from '../../platform/http/server.ts'
import { createMailer, type SmtpSettings } from '../../platform/outgoing/mailer.ts'
import type { AdminApi } from '../admin-api/index.ts'
import type { GuardForm } from '../web-forms/index.ts'
import type { LeadAdministration, LeadContext } from './context.ts'
import { dealerMailHandler } from './mail/dealer-mail.ts'
import { createLeadSaver } from './operations/save-leads.ts'
import { type SubmitLeadInput, type SubmitLeadResult, submitLead } from './operations/submit-lead.ts'
import { addAssignLead } from './routes/assign-lead.ts'
import { leadCodec } from './routes/lead-responses.ts'
import { addListLeads } from './routes/list-leads.ts'
import { addNoteLead } from './routes/note-lead.ts'
import { addResendLead } from './routes/resend-lead.ts'
import { addShowLead } from './routes/show-lead.ts'
import { addSubmitLead } from './routes/submit-lead.ts'
import { leadWebhookHandler } from './webhook.ts'

interface LeadsOptions extends Omit<LeadContext, 'fresh' | 'saveBatched' | 'codec'> {
  guardForm: GuardForm
  /** Absent: dealers get no e-mail. */
  smtp: SmtpSettings | undefined
}

/** Adds the endpoints of leads to the administration. */
export function addLeadRoutes(
  api: AdminApi,
  services: Pick<LeadAdministration, 'brands' | 'deliveries'>,
): void {
  addListLeads(api, services)
  addShowLead(api, services)
  addAssignLead(api, services)
  addResendLead(api, services)
  addNoteLead(api, services)
}

/** Lead submission: docs/decisions/0010-lead-submission.md. */
export interface Leads {
  addRoutes(app: App): void
  /** Submits a lead of a page of this server. */
  submit(input: SubmitLeadInput): Promise<SubmitLeadResult>
}

/** Builds lead submission, and registers how leads are delivered to webhooks and dealers. */
export function createLeads({ guardForm, smtp, ...options }: LeadsOptions): Leads {
  const ctx: LeadContext = {
    ...options,
    fresh: new Map(),
    saveBatched: createLeadSaver(options),
    codec: leadCodec,
  }
  ctx.deliveries.register('lead_webhook', leadWebhookHandler(ctx))
  ctx.deliveries.register('dealer_mail', dealerMailHandler(ctx, smtp && createMailer(smtp)))
  return {
    addRoutes: (app) => addSubmitLead(app, ctx, guardForm('lead-submission')),
    submit: (input) => submitLead(ctx, input),
  }
}
