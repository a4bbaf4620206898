import type { Fault } from '../../platform/errors.ts'
import { countryFromText } from '../../platform/validate.ts'
import { normalizeTerritoryCode, saveTerritories } from '../dealers/index.ts'
import { nullable, object, refuse, text } from './reading.ts'
import type { References } from './references.ts'
import { type Entry, type Run, readReference, reportRows } from './run.ts'

const LIST = 'territories'

const readFields = object(
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
export function readTerritory(value: unknown, at: string, faults: Fault[]) {
  const fields = readFields(value, at, faults)
  if (!fields) return undefined
  const country = countryFromText(fields.country)
  if (country === null) return refuse(faults, `${at}.country`, 'must be a country: its code or English name')
  const normal = normalizeTerritoryCode(country, fields.postal_code)
  if ('fault' in normal) return refuse(faults, `${at}.postal_code`, normal.fault)
  return { ...fields, country, postal_code: normal.code }
}

/** Assigns postal codes to dealers, and takes them away. */
export async function applyTerritories(
  run: Run,
  entries: readonly Entry<TerritoryEntry>[],
  { brands, dealers }: { brands: References; dealers: References },
): Promise<void> {
  const resolved = entries.flatMap((entry) => {
    const { value, position } = entry
    const at = `${LIST}[${position}]`
    if (value.country !== 'US' && value.country !== 'CA') {
      run.notes.push(`${at} has no effect: territories count in US and CA only`)
    }
    const brandId = brands.resolve(value.brand, `${at}.brand`, run.faults)
    const dealerId = value.dealer_code && dealers.resolve(value.dealer_code, `${at}.dealer_code`, run.faults)
    if (brandId === undefined || dealerId === undefined) return []
    const input = {
      brandId,
      country: value.country,
      postalCode: value.postal_code,
      dealerId: dealerId || null,
    }
    return { entry, input }
  })
  const { faults } = await saveTerritories(
    run.db,
    run.trx,
    resolved.map(({ input }) => input),
  )
  reportRows(
    run,
    LIST,
    resolved.map(({ entry }) => entry),
    faults,
  )
}
