import { type Micros, toUtcDate } from '../../platform/clock.ts'
import type { Reader } from '../../platform/db/db.ts'
import { hasActiveDealer } from '../dealers/index.ts'
import { decodeHin, hinWarnings, knowsManufacturer } from '../warranties/index.ts'
import type { Duplicate } from './duplicates.ts'
import type { RegistrationRow } from './queries.ts'

/** Boats of a model year are sold before it begins. */
const YEARS_AHEAD = 2

/**
 * Returns why a registration is not one that a brand may accept without staff; nothing where it matches.
 * @param duplicates its possible duplicates
 */
export async function findMismatches(
  reader: Reader,
  row: RegistrationRow,
  { duplicates, now }: { duplicates: readonly Duplicate[]; now: Micros },
): Promise<string[]> {
  return [
    ...(await hinMismatches(reader, row)),
    ...dateMismatches(row, toUtcDate(now)),
    ...(await dealerMismatches(reader, row)),
    ...duplicates
      .filter(
        ({ kind, same, state }) => same.includes('hin') && (kind === 'warranty' || state !== 'rejected'),
      )
      .map(({ kind, id }) => `${kind === 'warranty' ? 'Warranty' : 'Registration'} ${id} has the same HIN.`),
  ]
}

async function hinMismatches(
  reader: Reader,
  { hin, brand_id, model_year, purchase_date }: RegistrationRow,
): Promise<string[]> {
  const details = decodeHin(hin)
  const code = details.manufacturer_code
  if (code === null) return ['The HIN follows no known format.']
  const warnings = hinWarnings(details, { model_year, registration_date: purchase_date })
  if (await knowsManufacturer(reader, brand_id, code)) return warnings
  return [...warnings, `The brand has no warranty of a boat with the manufacturer's code ${code}.`]
}

function dateMismatches({ model_year, purchase_date }: RegistrationRow, today: string): string[] {
  const isYear = /^\d{4}$/.test(model_year) && Number(model_year) <= Number(today.slice(0, 4)) + YEARS_AHEAD
  return [
    ...(isYear ? [] : [`The model year ${model_year} is not plausible.`]),
    ...(purchase_date <= today ? [] : [`The purchase date ${purchase_date} is in the future.`]),
  ]
}

async function dealerMismatches(reader: Reader, row: RegistrationRow): Promise<string[]> {
  const { brand_id: brandId, dealer_code: code } = row
  if (code === null) return ['The owner named no dealer.']
  if (await hasActiveDealer(reader, { brandId, code })) return []
  return [`The brand has no active dealer with the code ${code}.`]
}
