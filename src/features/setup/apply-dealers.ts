import type { Issue } from '../../platform/errors.ts'
import type { RowIssue } from '../../platform/upsert-matching.ts'
import { isEmail } from '../../platform/validate.ts'
import {
  type DealerInput,
  describeLeftBehind,
  type FindPoint,
  type SavedDealer,
  saveDealers,
} from '../dealers/index.ts'
import { type Entry, type Run, readId, readName, reportRows } from './apply-context.ts'
import { withStandIns } from './placeholders.ts'
import { type References, readReference } from './references.ts'
import {
  decimal,
  fields,
  flag,
  integer,
  isObject,
  list,
  nullable,
  onlyTrue,
  orEmpty,
  refuse,
  text,
} from './validators.ts'

const LIST = 'dealers'

interface DealerSurroundings {
  brands: References
  findPoint: FindPoint
  /** The ids of groups that the file names, be it with faults: those are reported already. */
  namedGroups: ReadonlySet<unknown>
}

const optionalText = orEmpty(text())

const readAll = fields({
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
  approximate: onlyTrue,
  active: flag,
  brands: list(readReference),
})

const readFields = withStandIns(readAll, ['dealer_code', 'name', 'address', 'postal_code'])

type DealerEntry = NonNullable<ReturnType<typeof readDealer>>

/** Reads an entry of `dealers`. */
export function readDealer(value: unknown, at: string, issues: Issue[]) {
  const dealer = readFields(value, at, issues)
  if (!dealer || !isObject(value)) return undefined
  const { latitude, longitude, ...rest } = dealer
  const kinds = { latitude: kindOf(value.latitude), longitude: kindOf(value.longitude) }
  if (kinds.latitude !== kinds.longitude) {
    const [odd, other] = kinds.latitude === 'value' ? ['longitude', 'latitude'] : ['latitude', 'longitude']
    refuse(issues, `${at}.${odd}`, `must go with ${other}: give both, or null for both, or leave both out`)
  }
  if (rest.approximate && kinds.latitude !== 'absent') {
    refuse(
      issues,
      `${at}.approximate`,
      "stands for the postal code's point: leave out latitude and longitude",
    )
  }
  if (typeof latitude === 'number' && typeof longitude === 'number') {
    return { ...rest, point: { latitude, longitude } }
  }
  return latitude === null && longitude === null ? { ...rest, point: null } : rest
}

/** How a coordinate was given, well or badly. */
function kindOf(coordinate: unknown): 'absent' | 'null' | 'value' {
  if (coordinate === undefined) return 'absent'
  return coordinate === null ? 'null' : 'value'
}

/** The dealer as it is saved; without brands, which are yet to be resolved. */
export function toInput({ brands: _, ...dealer }: DealerEntry): DealerInput {
  return dealer
}

/** Creates and changes the dealers. Returns each entry's; undefined where it has a fault. */
export async function applyDealers(
  run: Run,
  entries: readonly Entry<DealerEntry>[],
  { brands, findPoint, namedGroups }: DealerSurroundings,
) {
  const inputs = entries.map(({ value }) => ({
    ...toInput(value),
    brandIds: brands.resolveAll(value.brands, run.issues),
  }))
  const { dealers, issues } = await saveDealers(run, run.trx, inputs, findPoint)
  const isReported = ({ row, field }: RowIssue) =>
    field === 'group_id' && namedGroups.has(inputs[row]!.group_id)
  reportRows(
    run,
    LIST,
    entries,
    issues.filter((fault) => !isReported(fault)),
  )
  for (const [row, { position, value }] of entries.entries()) {
    if (value.email && !isEmail(value.email)) {
      run.notes.push(`${LIST}[${position}] gets no mails: "${value.email}" is not one plain e-mail address`)
    }
    const dealer = dealers[row]
    if (dealer) run.notes.push(...describePlace(dealer).map((note) => `${LIST}[${position}] ${note}`))
  }
  return dealers
}

/** What is worth telling of where a dealer is now. */
function describePlace({ postal_code, country, unplaced, hidden, leftBehind }: SavedDealer): string[] {
  if (unplaced && postal_code === '') return ['is not shown: it has neither a postal code nor a point']
  const code = `where "${postal_code}" (${country}) lies`
  if (unplaced === 'unknown') return [`is not shown: ${code} is not known`]
  if (unplaced === 'unasked') {
    return [`is not shown: ${code} could not be asked of the geocoding service; apply it again later`]
  }
  if (hidden) return ['is not shown any more: it has no point']
  if (!leftBehind) return []
  const stays = describeLeftBehind(postal_code, leftBehind.miles)
  return [`${stays}: give another, or approximate for the postal code's`]
}
