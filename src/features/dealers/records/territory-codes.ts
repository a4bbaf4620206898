import type { Reader } from '../../../platform/db/db.ts'
import { Conflict, Invalid, type Issue, NotFound } from '../../../platform/errors.ts'
import { postalCountryOf } from '../../../platform/postal-country.ts'
import { parse } from '../../../platform/schema-issues.ts'
import { findTerritories } from '../queries/territory-queries.ts'
import { Area } from '../schemas.ts'
import { normalizeTerritoryCode } from './save-territories.ts'

/** Codes as they are stored, of a brand that has been looked up. */
type Codes = Pick<Area, 'brand' | 'country'> & { brandId: number; codes: readonly string[] }

/** Returns the postal codes as they are stored, each once. @throws Invalid (VALIDATION_ERROR) */
export function readCodes(area: Area): { country: string; codes: string[] } {
  const { issues, ...codes } = normalizeCodes(parse(Area, area))
  if (issues.length > 0) throw new Invalid(issues)
  return codes
}

/** Returns the valid postal codes as they are stored, each once, and an issue for each other one. */
export function normalizeCodes(area: Pick<Area, 'country' | 'postal_codes'>): {
  /** ISO 3166-1 alpha-2, upper case; never that of a US territory. */
  country: string
  codes: string[]
  issues: Issue[]
} {
  const country = postalCountryOf(area.country.toUpperCase())
  const issues: Issue[] = []
  const codes = area.postal_codes.flatMap((text, index) => {
    const normal = normalizeTerritoryCode(country, text.trim())
    if ('code' in normal) return normal.code
    issues.push({ field: `postal_codes.${index}`, message: `Postal code "${text}" ${normal.reason}.` })
    return []
  })
  return { country, codes: [...new Set(codes)], issues }
}

/** @throws NotFound (NOT_FOUND) unless each of the codes belongs to a dealer */
export async function requireAssigned(reader: Reader, { brand, codes, ...area }: Codes): Promise<void> {
  const owners = await findTerritories(reader, area, codes)
  const free = codes.filter((code) => !owners.has(code))
  if (free.length === 0) return
  const message = `${belonging(free, ` in ${area.country}`)} to no dealer of ${brand}. Nothing was changed.`
  throw new NotFound('NOT_FOUND', message)
}

/** @throws Conflict (CONFLICT) unless each of the codes belongs to nobody */
export async function requireFree(reader: Reader, { codes, ...area }: Codes): Promise<void> {
  const owners = await findTerritories(reader, area, codes)
  const taken = codes.filter((code) => owners.has(code))
  if (taken.length === 0) return
  throw new Conflict('CONFLICT', `${belonging(taken)} to a dealer already.`)
}

function belonging(codes: readonly string[], where = ''): string {
  return `${codes.join(', ')}${where} ${codes.length === 1 ? 'belongs' : 'belong'}`
}
