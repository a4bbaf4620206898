import { jsonAnswer } from '../../../platform/http/idempotency.ts'
import type { StoredAnswer } from '../../../platform/idempotency.ts'
import type { OutgoingResponse } from '../../../platform/outgoing/answer.ts'
import type { Attempt } from '../../deliveries/index.ts'
import { LEAD_VERSION } from './error-format.ts'

const FORWARDED = 'The lead was saved and forwarded.'
const SAVED = 'The lead was saved.'
const TRIED_AGAIN = 'The lead was saved. It could not be forwarded at once and will be tried again.'
const REFUSED = "The lead was saved. The brand's CRM refused it, so it will not be tried again by itself."

/** Whom an answer is about, and whether it goes to one who sent the same lead again. */
export interface About {
  leadId: number
  duplicate?: boolean
}

/** The lead's brand has no webhook for it. */
export function saved(about: About): StoredAnswer {
  return accepted(200, about, SAVED, false)
}

/** The first attempt was not made, or not to its end: it will be made again. */
export function toBeForwarded(about: About): StoredAnswer {
  return accepted(202, about, TRIED_AGAIN, false)
}

/** What the first attempt at the webhook came to. */
export function attempted(about: About, { outcome, result }: Attempt): StoredAnswer {
  if (outcome.ok) return forwarded(about, outcome.answer)
  // The caller has done its part, and what is left is ours.
  return result.status === 'pending' ? toBeForwarded(about) : accepted(202, about, REFUSED, false)
}

/** The CRM took it: its answer as it came, or our own in place of one that is too large. */
function forwarded(about: About, crm: OutgoingResponse | undefined): StoredAnswer {
  if (!crm || crm.truncated) return accepted(200, about, FORWARDED, true)
  return { status: crm.status, contentType: crm.contentType, headers: headersFor(about), body: crm.body }
}

function accepted(status: number, about: About, message: string, isForwarded: boolean): StoredAnswer {
  const body = {
    status: 'success',
    message,
    lead_id: about.leadId,
    webhook_forwarded: isForwarded,
    version: LEAD_VERSION,
    ...(about.duplicate ? { duplicate_of_lead_id: about.leadId } : {}),
  }
  return jsonAnswer(status, body, headersFor(about))
}

function headersFor({ leadId, duplicate }: About): Record<string, string> {
  const headers = { 'x-lead-id': String(leadId), 'x-lead-version': LEAD_VERSION }
  return duplicate ? { ...headers, 'x-duplicate-of-lead-id': String(leadId) } : headers
}
