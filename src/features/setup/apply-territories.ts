import type { Issue } from '../../platform/errors.ts'
import { countryFromText } from '../../platform/validate.ts'
import { listCarriers, normalizeTerritoryCode, saveTerritories } from '../dealers/index.ts'
import { BOUNDED_COUNTRIES } from '../locator/index.ts'
import { type Entry, type Run, reportRows } from './apply-context.ts'
import { type References, readReference } from './references.ts'
import { fields, nullable, refuse, text } from './validators.ts'

const LIST = 'territories'

const readFields = fields(
  {
    brand: readReference,
    country: text({ least: 1, most: 100 }),
    postal_code: text({ least: 1, most: 20 }),
    dealer_code: nullable(readReference),
  },
  ['brand', 'country', 'postal_code', 'dealer_code'],
)

type TerritoryEntry = NonNullable<ReturnType<typeof readTerritory>>

/** Reads an entry of `territories`; its country and code come out in the form that is stored. */
export function readTerritory(value: unknown, at: string, issues: Issue[]) {
  const territory = readFields(value, at, issues)
  if (!territory) return undefined
  const { country: name, postal_code: code, ...rest } = territory
  const country = name === undefined ? undefined : readCountry(name, `${at}.country`, issues)
  const postal_code = code === undefined ? undefined : readCode(country, code, `${at}.postal_code`, issues)
  return { ...rest, country, postal_code }
}

function readCountry(name: string, at: string, issues: Issue[]): string | undefined {
  return countryFromText(name) ?? refuse(issues, at, 'must be a country: its code or English name')
}

/** Where the country could not be read, it is taken for one in which territories count. */
function readCode(
  country: string | undefined,
  text: string,
  at: string,
  issues: Issue[],
): string | undefined {
  const found: string[] = []
  for (const one of country ? [country] : BOUNDED_COUNTRIES) {
    const normal = normalizeTerritoryCode(one, text)
    if ('code' in normal) return normal.code
    found.push(normal.fault)
  }
  return refuse(issues, at, found.join(', or '))
}

/** Assigns postal codes to dealers, and takes them away. */
export async function applyTerritories(
  run: Run,
  entries: readonly Entry<TerritoryEntry>[],
  { brands, dealers }: { brands: References; dealers: References },
): Promise<void> {
  const seen = new Set<string>()
  const resolved = entries.flatMap((entry) => {
    const { brand, country, postal_code: postalCode, dealer_code: code } = entry.value
    const at = `${LIST}[${entry.position}]`
    const brandId = brand && brands.resolve(brand, run.issues)
    const dealerId = code && dealers.resolve(code, run.issues)
    if (!brand || !country || !postalCode) return []
    if (!BOUNDED_COUNTRIES.includes(country)) {
      run.notes.push(`${at} has no effect: territories count in ${BOUNDED_COUNTRIES.join(' and ')} only`)
    }
    const key = `${country} ${postalCode} ${brand.name}`
    if (seen.has(key)) refuse(run.issues, `${at}.postal_code`, `gives ${country} ${postalCode} a second time`)
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
        `${LIST}[${entry.position}] has no effect until "${dealer!.name}" carries the brand "${brand!.name}"`,
      )
    }
  }
}
