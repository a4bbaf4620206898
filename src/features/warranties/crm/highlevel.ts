import type { OutgoingResponse } from '../../../platform/outgoing/answer.ts'
import { OutgoingError } from '../../../platform/outgoing/failure.ts'
import { type HighLevelCrm, highLevelCall } from '../../brands/index.ts'
import { judgeAnswer, judgeFailure, type Outcome } from '../../deliveries/index.ts'
import type { WarrantyRecordJson } from '../records/record.ts'
import { findDifferences, type StoredContact } from './highlevel-differences.ts'
import { type HighLevelContact, toContact } from './highlevel-fields.ts'
import { takeCall } from './highlevel-limit.ts'
import type { CrmContext, CrmOutcome } from './outcome.ts'

const MAX_BYTES = 1 << 20

const TOTAL_MS = 13_000
/** The longest wait for the location's limit before the upsert. The rest is for the call itself. */
const WAIT_MS = 6_000
const CALL_MS = 8_000
/** HighLevel's window, used for a 429 without `Retry-After`. */
const LIMITED_S = 10

const HINTS: Record<number, string> = {
  400: ': it does not accept the contact or a mapped custom field',
  401: ': it does not accept the token',
  403: ': the token lacks contacts.write or contacts.readonly for this location',
  422: ': it does not accept the contact or a mapped custom field',
}

interface Calls {
  ctx: CrmContext
  crm: HighLevelCrm
  /** When all calls must have ended, by `performance.now()`. */
  deadline: number
  signal: AbortSignal
}

/**
 * Upserts the warranty's owner as a contact of HighLevel (API v2), reads the contact back, and returns the differences
 * from what was sent. After the upsert the outcome is a success: if the contact cannot be read back, `unverified` says
 * why. See docs/decisions/0011-crm-sync.md.
 */
export async function sendToHighLevel(
  ctx: CrmContext,
  crm: HighLevelCrm,
  record: WarrantyRecordJson,
  signal: AbortSignal,
): Promise<CrmOutcome> {
  const start = performance.now()
  const calls: Calls = { ctx, crm, deadline: start + TOTAL_MS, signal }
  const waitMs = await takeCall(ctx, crm.location_id, { deadline: start + WAIT_MS, signal })
  if (waitMs > 0) {
    const error = 'HighLevel was not called: its rate limit for this location is used up for now.'
    return { ok: false, final: false, error, retryAfterS: Math.ceil(waitMs / 1000) }
  }
  const contact = toContact(record, crm)
  const outcome = await upsert(calls, contact)
  if (!outcome.ok || !outcome.contactId) return outcome
  return { ...outcome, ...(await compare(calls, outcome.contactId, contact)) }
}

/** HighLevel's ids have twenty letters and digits. Others are accepted too: they are only stored and shown. */
const CONTACT_ID = /^[!-~]{1,255}$/

async function upsert(calls: Calls, contact: HighLevelContact): Promise<CrmOutcome> {
  const { standard, custom } = contact
  const customFields = custom.length > 0 ? { customFields: custom } : {}
  const body = JSON.stringify({ locationId: calls.crm.location_id, ...standard, ...customFields })
  try {
    const answer = await call(calls, 'POST', '/contacts/upsert', body)
    const outcome = judge(answer, calls)
    if (!outcome.ok) return outcome
    const contactId = readContact(answer)?.id
    return typeof contactId === 'string' && CONTACT_ID.test(contactId)
      ? { ok: true, contactId }
      : { ok: true, unverified: 'HighLevel did not return the id of the contact.' }
  } catch (error) {
    return judgeFailure(error)
  }
}

/** Never fails, because the contact is already written. */
async function compare(
  calls: Calls,
  contactId: string,
  contact: HighLevelContact,
): Promise<Pick<CrmOutcome, 'differences' | 'unverified'>> {
  const { ctx, crm, deadline, signal } = calls
  try {
    const waitMs = await takeCall(ctx, crm.location_id, { deadline: deadline - 1_000, signal })
    if (waitMs > 0) return { unverified: 'The rate limit of HighLevel for this location is used up.' }
    const answer = await call(calls, 'GET', `/contacts/${encodeURIComponent(contactId)}`)
    const outcome = judge(answer, calls)
    if (!outcome.ok) return { unverified: outcome.error }
    const stored = readContact(answer)
    return stored
      ? { differences: findDifferences(contact, stored) }
      : { unverified: 'HighLevel did not return the contact.' }
  } catch (error) {
    const known = error instanceof OutgoingError
    return { unverified: known ? error.message : 'The contact could not be read back.' }
  }
}

function call({ ctx, crm, deadline, signal }: Calls, method: 'GET' | 'POST', path: string, body?: string) {
  const { url, headers } = highLevelCall(crm, path)
  return ctx.outgoing.request({
    method,
    url,
    body,
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    timeoutMs: Math.max(1, Math.round(Math.min(CALL_MS, deadline - performance.now()))),
    maxBytes: MAX_BYTES,
    signal,
  })
}

function judge(answer: OutgoingResponse, { ctx }: Calls): Outcome {
  // The answer repeats the contact, so it is not stored.
  const { answer: _, ...outcome } = judgeAnswer(answer, ctx.clock)
  if (outcome.ok) return { ok: true }
  const error = outcome.error.replace(/\.$/, `${HINTS[answer.status] ?? ''}.`)
  const retryAfterS = outcome.retryAfterS ?? (answer.status === 429 ? LIMITED_S : undefined)
  return { ...outcome, error, retryAfterS }
}

/** Returns the `contact` object of an answer; undefined if there is none. */
function readContact({ body }: OutgoingResponse): StoredContact | undefined {
  try {
    const contact: unknown = JSON.parse(body.toString())?.contact
    const isContact = typeof contact === 'object' && contact !== null && !Array.isArray(contact)
    return isContact ? (contact as StoredContact) : undefined
  } catch {
    return undefined
  }
}
