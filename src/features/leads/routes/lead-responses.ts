import { jsonAnswer } from '../../../platform/http/idempotency.ts'
import type { StoredAnswer } from '../../../platform/idempotency.ts'
import { responseExcerpt } from '../../deliveries/index.ts'
import type { CrmResponse, Submission, SubmissionCodec } from '../submission.ts'
import { LEAD_VERSION } from './error-format.ts'

const LEAD_ID = 'x-lead-id'

const STATUS = { saved: 200, forwarded: 200, retrying: 202, refused: 202 }

const MESSAGE = {
  saved: 'The lead was saved.',
  forwarded: 'The lead was saved and forwarded.',
  retrying: 'The lead was saved. It could not be forwarded immediately and will be tried again.',
  refused: "The lead was saved. The brand's CRM refused it, so it will not be tried again automatically.",
}

/** Maps what became of a lead to an HTTP response. A CRM's 2xx response is passed through as it came. */
export function toResponse(submission: Submission): StoredAnswer {
  const { outcome, leadId, duplicate, response } = submission
  if (outcome === 'forwarded' && response && !response.truncated) {
    const { status, contentType, body } = response
    return { status, contentType, headers: headersFor(submission), body }
  }
  const body = {
    status: 'success',
    message: MESSAGE[outcome],
    lead_id: leadId,
    webhook_forwarded: outcome === 'forwarded',
    version: LEAD_VERSION,
    ...(duplicate ? { duplicate_of_lead_id: leadId } : {}),
    ...(outcome === 'refused' && response ? { crm_response: toCrmResponse(response) } : {}),
  }
  return jsonAnswer(STATUS[outcome], body, headersFor(submission))
}

export const leadCodec: SubmissionCodec = {
  encode: toResponse,
  leadIdOf: ({ headers }) => Number(headers[LEAD_ID]),
}

/** Returns what the caller may see of a refusal: the first 2 KB of its body, as text. */
function toCrmResponse({ status, body }: CrmResponse) {
  return { status, body: responseExcerpt(body) ?? '' }
}

function headersFor({ leadId, duplicate }: Submission): Record<string, string> {
  const headers = { [LEAD_ID]: String(leadId), 'x-lead-version': LEAD_VERSION }
  return duplicate ? { ...headers, 'x-duplicate-of-lead-id': String(leadId) } : headers
}
