import type { Reader } from '../../platform/db/db.ts'
import { findSimilarWarranties } from '../warranties/index.ts'
import { findSimilar, type RegistrationRow } from './queries.ts'

/** The most possible duplicates that a registration shows. */
const MOST_SHOWN = 20

/** A warranty or another registration of the brand that may be the same, and what they have in common. */
export interface Duplicate {
  kind: 'warranty' | 'registration'
  id: number
  hin: string
  /** The warranty's status or the registration's state. */
  state: string
  same: ('hin' | 'email')[]
}

interface Similar extends Pick<Duplicate, 'kind' | 'id' | 'hin' | 'state'> {
  brand_id: number
  email_key: string | null
}

/** Returns the possible duplicates of registrations, by their ids: those with the same HIN come first. */
export async function findDuplicates(
  reader: Reader,
  rows: readonly RegistrationRow[],
): Promise<Map<number, Duplicate[]>> {
  if (rows.length === 0) return new Map()
  const keys = {
    brandIds: distinct(rows.map(({ brand_id }) => brand_id)),
    hins: distinct(rows.map(({ hin }) => hin)),
    emailKeys: distinct(rows.flatMap(({ email_key }) => email_key ?? [])),
  }
  const similar: Similar[] = [
    ...(await findSimilarWarranties(reader, keys)).map((one) => ({
      ...one,
      kind: 'warranty' as const,
      state: one.warranty_status,
    })),
    ...(await findSimilar(reader, keys)).map((one) => ({ ...one, kind: 'registration' as const })),
  ]
  return new Map(rows.map((row) => [row.id, duplicatesOf(row, similar)]))
}

function duplicatesOf(row: RegistrationRow, similar: readonly Similar[]): Duplicate[] {
  const found = similar.flatMap((one): Duplicate[] => {
    const own = one.kind === 'warranty' ? row.warranty_id : row.id
    if (one.id === own || one.brand_id !== row.brand_id) return []
    const same = [
      ...(one.hin === row.hin ? (['hin'] as const) : []),
      ...(one.email_key !== null && one.email_key === row.email_key ? (['email'] as const) : []),
    ]
    return same.length === 0 ? [] : [{ kind: one.kind, id: one.id, hin: one.hin, state: one.state, same }]
  })
  return found.sort((a, b) => rankOf(a) - rankOf(b)).slice(0, MOST_SHOWN)
}

function rankOf({ same }: Duplicate): number {
  return same.includes('hin') ? 0 : 1
}

function distinct<T>(values: readonly T[]): T[] {
  return [...new Set(values)]
}
