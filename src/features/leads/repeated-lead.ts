import { hash } from 'node:crypto'
import type { Trx } from '../../platform/db/db.ts'
import { deleteAnswer, type IdempotentRequest } from '../../platform/idempotency.ts'
import { emailKey } from '../../platform/validate.ts'
import type { Draft } from './draft.ts'
import type { Lead } from './lead.ts'

/** Returns what identifies the same lead within the brand's time; undefined where the brand takes every lead. */
export function repeatOf({ brand, lead }: Pick<Draft, 'brand' | 'lead'>): IdempotentRequest | undefined {
  if (brand.leadDedupeSeconds === null) return undefined
  const fingerprint = fingerprintOf(lead)
  return { caller: callerOf(brand.id), key: fingerprint, fingerprint }
}

/** Forgets the response to a lead: the same lead is new again. */
export function forgetRepeat(trx: Trx, brandId: number, lead: Lead): Promise<void> {
  return deleteAnswer(trx, { caller: callerOf(brandId), key: fingerprintOf(lead) })
}

/** Returns the SHA-256 of the lead's content, whatever the order of its fields and the case of its address. */
export function fingerprintOf(lead: Lead): string {
  const { contact, ...rest } = lead
  const same = { ...rest, contact: { ...contact, contact_email: emailKey(contact.contact_email) } }
  return hash('sha256', JSON.stringify(sorted(same)), 'hex')
}

function callerOf(brandId: number): string {
  return `lead:${brandId}`
}

/** Returns the same value with the fields of every object in one order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return { fields: entries.map(([name, inner]) => [name, sorted(inner)]) }
}
