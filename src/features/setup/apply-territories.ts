import { type Static, Type } from 'typebox'
import { issue } from '../../platform/errors.ts'
import { FilledText, nullable } from '../../platform/input-schemas.ts'
import { postalCountryFromText } from '../../platform/postal-country.ts'
import { check } from '../../platform/schema-issues.ts'
import { listCarriers, normalizeTerritoryCode, saveTerritories } from '../dealers/index.ts'
import { BOUNDED_COUNTRIES } from '../locator/index.ts'
import { type Entry, type Run, reportRows } from './apply-context.ts'
import type { EntryRules } from './read-entries.ts'
import type { References } from './references.ts'

const LIST = 'territories'

export const TerritoryEntry = Type.Object(
  {
    brand: FilledText(200),
    country: FilledText(100),
    postal_code: FilledText(20),
    dealer_code: nullable(FilledText(200)),
  },
  { additionalProperties: false },
)

export const territoryRules: EntryRules = { inspect: (entry) => check(TerritoryEntry, entry) }

/** Assigns postal codes to dealers, and removes assignments. */
export async function applyTerritories(
  run: Run,
  entries: readonly Entry<Partial<Static<typeof TerritoryEntry>>>[],
  { brands, dealers }: { brands: References; dealers: References },
): Promise<void> {
  const seen = new Set<string>()
  const resolved = entries.flatMap((entry) => {
    const { brand, dealer_code: code } = entry.value
    const at = `${LIST}[${entry.position}]`
    const { country, postalCode } = readPlace(run, at, entry.value)
    const brandId = brand === undefined ? undefined : brands.resolve(brand, `${at}.brand`, run.issues)
    const dealerId = typeof code === 'string' ? dealers.resolve(code, `${at}.dealer_code`, run.issues) : code
    if (!brand || !country || !postalCode) return []
    if (!BOUNDED_COUNTRIES.includes(country)) {
      run.notes.push(`${at} has no effect: territories count in ${BOUNDED_COUNTRIES.join(' and ')} only`)
    }
    const key = `${country} ${postalCode} ${brand}`
    if (seen.has(key)) {
      run.issues.push(issue(`${at}.postal_code`, `repeats ${country} ${postalCode}: list each code once`))
    }
    seen.add(key)
    if (brandId === undefined || dealerId === undefined) return []
    return { entry, input: { brandId, country, postalCode, dealerId } }
  })
  const { issues } = await saveTerritories(
    run,
    run.trx,
    resolved.map(({ input }) => input),
  )
  reportRows(
    run,
    LIST,
    resolved.map(({ entry }) => entry),
    issues,
  )
  const counting = resolved.filter(({ input }) => BOUNDED_COUNTRIES.includes(input.country))
  for (const [brandId, some] of Map.groupBy(counting, ({ input }) => input.brandId)) {
    const carriers = await listCarriers(run.trx, brandId)
    for (const { entry, input } of some) {
      if (input.dealerId === null || carriers.has(input.dealerId)) continue
      const { brand, dealer_code: dealer } = entry.value
      run.notes.push(
        `${LIST}[${entry.position}] has no effect until "${dealer}" carries the brand "${brand}"`,
      )
    }
  }
}

/** Returns country and code as they are stored. A code of an unreadable country must fit one with territories. */
function readPlace(
  run: Run,
  at: string,
  { country: name, postal_code: code }: { country?: string; postal_code?: string },
): { country?: string | undefined; postalCode?: string } {
  const country = name === undefined ? undefined : (postalCountryFromText(name) ?? undefined)
  if (name !== undefined && !country) {
    run.issues.push(
      issue(`${at}.country`, `must be a country's two- or three-letter code or English name, not "${name}"`),
    )
  }
  if (code === undefined) return { country }
  const expected: string[] = []
  for (const one of country ? [country] : BOUNDED_COUNTRIES) {
    const normal = normalizeTerritoryCode(one, code)
    if ('code' in normal) return { country, postalCode: normal.code }
    expected.push(normal.reason)
  }
  run.issues.push(issue(`${at}.postal_code`, expected.join(', or ')))
  return { country }
}
