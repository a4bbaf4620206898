import { hash } from 'node:crypto'
import type { Micros } from '../../../platform/clock.ts'
import type { Trx } from '../../../platform/db/db.ts'
import {
  forget,
  type IdempotentRequest,
  replayOrBegin,
  type StoredAnswer,
} from '../../../platform/idempotency.ts'
import { emailKey } from '../../../platform/validate.ts'
import type { Lead } from '../lead.ts'
import { insertDuplicate } from '../queries.ts'
import type { Draft } from './save-leads.ts'

/** By what the same lead is known again within the brand's time; undefined where the brand takes every lead. */
export function repeatOf({ brand, lead }: Pick<Draft, 'brand' | 'lead'>): IdempotentRequest | undefined {
  if (brand.leadDedupeSeconds === null) return undefined
  const fingerprint = fingerprintOf(lead)
  return { caller: callerOf(brand.id), key: fingerprint, fingerprint }
}

/** The same lead counts as a new one from now on, and the answer that the first one got is forgotten. */
export function forgetRepeat(trx: Trx, brandId: number, lead: Lead): Promise<void> {
  return forget(trx, { caller: callerOf(brandId), key: fingerprintOf(lead) })
}

/**
 * The answer that the same lead got within the brand's time, with the lead noted as come again; null: it is the
 * first. Of two at the same moment one is the first, whichever processes they come to. While the first one is being
 * forwarded, its answer is that it will be.
 */
export async function responseOfFirst(
  trx: Trx,
  repeat: IdempotentRequest,
  { brand, evidence }: Draft,
  now: Micros,
): Promise<StoredAnswer | null> {
  const keptMicros = brand.leadDedupeSeconds! * 1_000_000
  const answer = await replayOrBegin(trx, repeat, now, { keptMicros, provisional: true })
  if (answer) {
    const leadId = Number(answer.headers['x-lead-id'])
    await insertDuplicate(trx, { lead_id: leadId, ...evidence, received_at: now })
  }
  return answer
}

function callerOf(brandId: number): string {
  return `lead:${brandId}`
}

/** SHA-256 of all that the lead says, whatever the order of its fields; addresses count as they are compared. */
export function fingerprintOf(lead: Lead): string {
  const { contact, ...rest } = lead
  const same = { ...rest, contact: { ...contact, contact_email: emailKey(contact.contact_email) } }
  return hash('sha256', JSON.stringify(sorted(same)), 'hex')
}

/** The same value with every object's fields in one order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return { fields: entries.map(([name, inner]) => [name, sorted(inner)]) }
}
