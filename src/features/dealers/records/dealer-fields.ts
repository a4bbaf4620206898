import { type Static, Type } from 'typebox'
import { type Issue, issue } from '../../../platform/errors.ts'
import { Fields, FilledText, GivenId, nullable, Text, WholeNumber } from '../../../platform/input-schemas.ts'
import { check } from '../../../platform/schema-issues.ts'
import type { DealerInput } from './dealer-record.ts'

const OptionalText = nullable(Text())

function Degrees(most: number) {
  const expected = `must be a number from -${most} to ${most}`
  return Type.Number({ minimum: -most, maximum: most, expected })
}

/** A dealer as it is created or changed: omitted fields keep their values. */
export const DealerFields = Fields({
  id: GivenId,
  dealer_code: nullable(Text(200)),
  group_id: nullable(GivenId),
  unit_id: nullable(WholeNumber(0, Number.MAX_SAFE_INTEGER)),
  name: FilledText(300),
  legal_name: OptionalText,
  address: OptionalText,
  address2: OptionalText,
  city: OptionalText,
  state: OptionalText,
  postal_code: OptionalText,
  country: FilledText(100),
  phone: OptionalText,
  email: OptionalText,
  website: OptionalText,
  latitude: nullable(Degrees(90)),
  longitude: nullable(Degrees(180)),
  logo_url: OptionalText,
  primary_contact: OptionalText,
  approximate: Type.Unsafe<true>({ const: true, expected: 'must be true, or left out' }),
  active: Type.Boolean(),
  brands: Type.Array(FilledText(200)),
})

export type DealerFields = Static<typeof DealerFields>

/** Returns everything that is wrong with a dealer by itself. */
export function findDealerIssues(dealer: unknown): Issue[] {
  const issues = check(DealerFields, dealer)
  const { latitude, longitude, approximate } = (dealer ?? {}) as Record<string, unknown>
  const kinds = { latitude: kindOf(latitude), longitude: kindOf(longitude) }
  if (kinds.latitude !== kinds.longitude) {
    const [odd, other] = kinds.latitude === 'value' ? ['longitude', 'latitude'] : ['latitude', 'longitude']
    issues.push(issue(odd!, `must go with ${other}: give both, or null for both, or leave both out`))
  }
  if (approximate === true && kinds.latitude !== 'absent') {
    issues.push({
      field: 'approximate',
      message: "Approximate means the postal code's coordinates: leave out latitude and longitude.",
    })
  }
  return issues
}

/** Returns the dealer as it is saved, without its brands. */
export function toDealerInput({ brands: _, latitude, longitude, ...fields }: DealerFields): DealerInput {
  const texts = Object.entries(fields).map(([name, value]) => [
    name,
    value === null && name !== 'group_id' && name !== 'unit_id' ? '' : value,
  ])
  const dealer = Object.fromEntries(texts) as DealerInput
  if (latitude === null && longitude === null) return { ...dealer, point: null }
  if (typeof latitude !== 'number' || typeof longitude !== 'number') return dealer
  return { ...dealer, point: { latitude, longitude } }
}

/** Returns how a coordinate was given, right or wrong. */
function kindOf(coordinate: unknown): 'absent' | 'null' | 'value' {
  if (coordinate === undefined) return 'absent'
  return coordinate === null ? 'null' : 'value'
}
