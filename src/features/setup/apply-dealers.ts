import type { Fault } from '../../platform/errors.ts'
import type { RowFault } from '../../platform/match-rows.ts'
import { type DealerInput, type FindPoint, saveDealers } from '../dealers/index.ts'
import { decimal, flag, integer, list, nullable, object, orEmpty, refuse, text } from './reading.ts'
import type { References } from './references.ts'
import { type Entry, type Run, readId, readName, readReference, reportRows } from './run.ts'

const LIST = 'dealers'

interface DealerSurroundings {
  brands: References
  findPoint: FindPoint
  /** The ids of groups that the file names, be it with faults: those are reported already. */
  namedGroups: ReadonlySet<unknown>
}

const optionalText = orEmpty(text())

const readFields = object({
  id: readId,
  dealer_code: orEmpty(text({ most: 200 })),
  group_id: nullable(readId),
  unit_id: nullable(integer(0, Number.MAX_SAFE_INTEGER)),
  name: readName,
  legal_name: optionalText,
  address: optionalText,
  address2: optionalText,
  city: optionalText,
  state: optionalText,
  postal_code: optionalText,
  country: text({ least: 1, most: 100 }),
  phone: optionalText,
  email: optionalText,
  website: optionalText,
  latitude: nullable(decimal(-90, 90)),
  longitude: nullable(decimal(-180, 180)),
  logo_url: optionalText,
  primary_contact: optionalText,
  active: flag,
  brands: list(readReference),
})

export type DealerEntry = NonNullable<ReturnType<typeof readDealer>>

/** Reads an entry of `dealers`. */
export function readDealer(value: unknown, at: string, faults: Fault[]) {
  const fields = readFields(value, at, faults)
  if (!fields) return undefined
  const { latitude, longitude, ...rest } = fields
  if (typeof latitude !== typeof longitude) {
    const [odd, other] = typeof latitude === 'number' ? ['longitude', 'latitude'] : ['latitude', 'longitude']
    return refuse(
      faults,
      `${at}.${odd}`,
      `must go with ${other}: give both, or null for both, or leave both out`,
    )
  }
  if (latitude === undefined || longitude === undefined) return rest
  return { ...rest, point: latitude === null || longitude === null ? null : { latitude, longitude } }
}

/** The dealer as it is saved; without brands, which are yet to be resolved. */
export function toInput({ brands: _, ...fields }: DealerEntry): DealerInput {
  return fields
}

/** Creates and changes the dealers. Returns each entry's; undefined where it has a fault. */
export async function applyDealers(
  run: Run,
  entries: readonly Entry<DealerEntry>[],
  { brands, findPoint, namedGroups }: DealerSurroundings,
) {
  const inputs = entries.map(({ position, value }) => ({
    ...toInput(value),
    brandIds: brands.resolveAll(value.brands, `${LIST}[${position}].brands`, run.faults),
  }))
  const { dealers, faults } = await saveDealers(run.db, run.trx, inputs, findPoint)
  const isReported = ({ row, field }: RowFault) =>
    field === 'group_id' && namedGroups.has(inputs[row]!.group_id)
  reportRows(
    run,
    LIST,
    entries,
    faults.filter((fault) => !isReported(fault)),
  )
  for (const [row, { position }] of entries.entries()) {
    const dealer = dealers[row]
    if (!dealer?.placeUnknown) continue
    const { postal_code, country } = dealer
    run.notes.push(`${LIST}[${position}] is not shown: where "${postal_code}" (${country}) lies is not known`)
  }
  return dealers
}
