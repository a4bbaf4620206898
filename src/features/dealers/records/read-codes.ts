import { Invalid, type Issue } from '../../../platform/errors.ts'
import { parse } from '../../../platform/schema-issues.ts'
import { Area } from '../schemas.ts'
import { normalizeTerritoryCode } from './save-territories.ts'

/** Returns the postal codes as they are stored, each once. @throws Invalid (VALIDATION_ERROR) */
export function readCodes({ brand, country, postal_codes: texts }: Area): {
  country: string
  codes: string[]
} {
  parse(Area, { brand, country, postal_codes: texts })
  const issues: Issue[] = []
  const codes = texts.flatMap((text, index) => {
    const normal = normalizeTerritoryCode(country, text.trim())
    if ('code' in normal) return normal.code
    issues.push({ field: `postal_codes[${index}]`, message: `Postal code "${text}" ${normal.reason}.` })
    return []
  })
  if (issues.length > 0) throw new Invalid(issues)
  return { country, codes: [...new Set(codes)] }
}
