import { jsonAnswer } from '../../platform/http/idempotency.ts'
import { LEAD_VERSION } from '../../platform/http/shapes.ts'
import type { StoredAnswer } from '../../platform/idempotency.ts'
import type { OutgoingResponse } from '../../platform/outgoing/answer.ts'

const FORWARDED = 'The lead was saved and forwarded.'
const SAVED = 'The lead was saved.'
const TRIED_AGAIN = 'The lead was saved. It could not be forwarded at once and will be tried again.'
const REFUSED = "The lead was saved. The brand's CRM refused it, so it will not be tried again by itself."

/** The lead's brand has no webhook for it. */
export function saved(leadId: number): StoredAnswer {
  return accepted(200, leadId, SAVED, false)
}

/** It was not forwarded: the caller has done its part, and what is left is ours. */
export function notForwarded(leadId: number, { willBeTried }: { willBeTried: boolean }): StoredAnswer {
  return accepted(202, leadId, willBeTried ? TRIED_AGAIN : REFUSED, false)
}

/** The CRM took it: its answer as it came, or our own in place of one that is too large. */
export function forwarded(leadId: number, crm: OutgoingResponse | undefined): StoredAnswer {
  if (!crm || crm.truncated) return accepted(200, leadId, FORWARDED, true)
  return { status: crm.status, contentType: crm.contentType, headers: headersFor(leadId), body: crm.body }
}

function accepted(status: number, leadId: number, message: string, isForwarded: boolean): StoredAnswer {
  const body = {
    status: 'success',
    message,
    lead_id: leadId,
    webhook_forwarded: isForwarded,
    version: LEAD_VERSION,
  }
  return jsonAnswer(status, body, headersFor(leadId))
}

function headersFor(leadId: number): Record<string, string> {
  return { 'x-lead-id': String(leadId), 'x-lead-version': LEAD_VERSION }
}
