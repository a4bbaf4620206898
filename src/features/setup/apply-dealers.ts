import { type Static, Type } from 'typebox'
import { Fields, FilledText, GivenId } from '../../platform/input-schemas.ts'
import { check } from '../../platform/schema-issues.ts'
import {
  type DealerFields,
  dealerNotes,
  type FindPoint,
  findDealerIssues,
  removeGroups,
  saveDealers,
  saveGroups,
  toDealerInput,
} from '../dealers/index.ts'
import { type Entry, type Run, reportRows } from './apply-context.ts'
import type { EntryRules } from './read-entries.ts'
import type { References } from './references.ts'

const LIST = 'dealers'
const GROUPS = 'dealer_groups'

export const GroupEntry = Fields({
  id: GivenId,
  name: FilledText(300),
  delete: Type.Unsafe<true>({ const: true, expected: 'must be true, or left out' }),
})

type GroupEntries = readonly Entry<Static<typeof GroupEntry>>[]

export const groupRules: EntryRules = { inspect: (entry) => check(GroupEntry, entry), keys: ['name'] }

export const dealerRules: EntryRules = {
  inspect: findDealerIssues,
  keys: ['dealer_code', 'name', 'address', 'postal_code'],
}

interface Surroundings {
  brands: References
  findPoint: FindPoint
  /** The ids of groups in the file, invalid entries included: these are reported already. */
  namedGroups: ReadonlySet<unknown>
}

/** Creates and changes the dealers. Returns each entry's; undefined where it is invalid. */
export async function applyDealers(
  run: Run,
  entries: readonly Entry<DealerFields>[],
  { brands, findPoint, namedGroups }: Surroundings,
) {
  const inputs = entries.map(({ position, value }) => ({
    ...toDealerInput(value),
    brandIds: brands.resolveAll(value.brands, `${LIST}[${position}].brands`, run.issues),
  }))
  const { dealers, issues } = await saveDealers(run, run.trx, inputs, findPoint)
  const isReported = (row: number, field: string) =>
    field === 'group_id' && namedGroups.has(inputs[row]!.group_id)
  reportRows(
    run,
    LIST,
    entries,
    issues.filter(({ row, field }) => !isReported(row, field)),
  )
  for (const [row, { position, value }] of entries.entries()) {
    run.notes.push(...dealerNotes(`${LIST}[${position}]`, dealers[row], value.email))
  }
  return dealers
}

/** Creates and renames the groups, except those that are to be deleted. Returns the groups' ids. */
export async function applyGroups(run: Run, all: GroupEntries): Promise<Set<number | undefined>> {
  const entries = all.filter(({ value }) => !value.delete)
  const inputs = entries.map(({ value }) => value)
  const { ids, issues } = await saveGroups(run, run.trx, inputs)
  reportRows(run, GROUPS, entries, issues)
  return new Set(ids)
}

/** Deletes groups: after the dealers were saved, which may leave them. */
export async function deleteGroups(
  run: Run,
  all: GroupEntries,
  saved: ReadonlySet<number | undefined>,
): Promise<void> {
  const entries = all.filter(({ value }) => value.delete)
  const inputs = entries.map(({ value }) => value)
  reportRows(run, GROUPS, entries, await removeGroups(run, run.trx, inputs, saved))
}
