import type { OperationContext } from '../../../platform/context.ts'
import type { Reader, Trx } from '../../../platform/db/db.ts'
import { issue } from '../../../platform/errors.ts'
import type { RowIssue } from '../../../platform/upsert-matching.ts'
import { type AuditEntry, recordAudit } from '../../audit/index.ts'
import { normalizePostalCode } from '../../postal-codes/index.ts'
import { dealersChanged, lockDealers } from '../changes.ts'
import * as queries from '../queries/record-queries.ts'
import { findTerritories } from '../queries/territory-queries.ts'
import { recordTerritoryEvents } from './events.ts'

/** A postal code, or its beginning, to assign to a dealer; null: to nobody. */
export interface TerritoryInput {
  brandId: number
  /** ISO 3166-1 alpha-2, upper case. */
  country: string
  /** As `normalizeTerritoryCode` returns it. */
  postalCode: string
  dealerId: number | null
}

/**
 * Returns a territory's postal code as it is stored: US five digits or the first three, CA `A1A 1A1` or its first half;
 * elsewhere, where territories have no effect, as the locator stores codes. For an invalid text, `reason` is the rest of a
 * sentence about it.
 */
export function normalizeTerritoryCode(country: string, text: string): { code: string } | { reason: string } {
  if (country === 'US' && /^[0-9]{3}$/.test(text)) return { code: text }
  if (country === 'CA' && text.length === 3) {
    const complete = normalizePostalCode('CA', `${text} 1A1`)
    if ('code' in complete) return { code: complete.code.slice(0, 3) }
  }
  const normal = normalizePostalCode(country, text)
  if ('code' in normal) return normal
  return { reason: FORMS[country] ?? 'must be a postal code of at most 20 characters' }
}

/** The countries that have territories. */
export const TERRITORY_COUNTRIES: readonly string[] = ['US', 'CA']

const FORMS: Record<string, string> = {
  US: 'must be a ZIP code of 5 digits, or its first 3',
  CA: 'must be a Canadian postal code such as K1A 0B1, or its first half (K1A)',
}

/** Assigns postal codes to dealers, and removes assignments. A code that is given twice is an issue. */
export async function saveTerritories(
  { db, clock, principal }: OperationContext,
  trx: Trx,
  inputs: readonly TerritoryInput[],
): Promise<{ issues: RowIssue[] }> {
  const issues: RowIssue[] = []
  if (inputs.length === 0) return { issues }
  await lockDealers(db, trx)
  const stored = await findOwners(trx, inputs)
  const now = clock.now()
  const entries: AuditEntry[] = []
  const changed: TerritoryInput[] = []
  const seen = new Set<string>()
  const assigned: queries.Territory[] = []
  const removed = new Map<string, { brandId: number; country: string; codes: string[] }>()
  for (const [row, { brandId, country, postalCode, dealerId }] of inputs.entries()) {
    const key = keyOf(brandId, country, postalCode)
    const before = stored.get(key) ?? null
    if (seen.has(key)) {
      issues.push({ row, ...issue('postal_code', `repeats ${country} ${postalCode}: list each code once`) })
      continue
    }
    seen.add(key)
    if (dealerId === before) continue
    changed.push({ brandId, country, postalCode, dealerId })
    entries.push({
      at: now,
      principal,
      action: dealerId === null ? 'territory.removed' : 'territory.assigned',
      subject: { id: null, name: `${country} ${postalCode}` },
      brandId,
      change: {
        before: before === null ? null : { dealer_id: before },
        after: dealerId === null ? null : { dealer_id: dealerId },
      },
    })
    if (dealerId !== null) {
      assigned.push({ brand_id: brandId, country, postal_code: postalCode, dealer_id: dealerId })
    } else {
      const area = removed.get(`${brandId} ${country}`)
      if (area) area.codes.push(postalCode)
      else removed.set(`${brandId} ${country}`, { brandId, country, codes: [postalCode] })
    }
  }
  await queries.upsertTerritories(trx, assigned)
  for (const { codes, ...area } of removed.values()) await queries.deleteTerritories(trx, area, codes)
  if (assigned.length > 0 || removed.size > 0) await dealersChanged(db, trx)
  await recordAudit(trx, entries)
  await recordTerritoryEvents(trx, now, changed)
  return { issues }
}

/** Returns the ids of the dealers to which the codes belong now, by `keyOf`. */
async function findOwners(
  reader: Reader,
  inputs: readonly TerritoryInput[],
): Promise<ReadonlyMap<string, number>> {
  const owners = new Map<string, number>()
  const areas = Map.groupBy(inputs, ({ brandId, country }) => `${brandId} ${country}`)
  for (const rows of areas.values()) {
    const { brandId, country } = rows[0]!
    const codes = [...new Set(rows.map(({ postalCode }) => postalCode))]
    for (const [code, dealerId] of await findTerritories(reader, { brandId, country }, codes)) {
      owners.set(keyOf(brandId, country, code), dealerId)
    }
  }
  return owners
}

function keyOf(brandId: number, country: string, postalCode: string): string {
  return `${brandId} ${country} ${postalCode}`
}
