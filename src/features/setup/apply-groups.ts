import type { Static } from 'typebox'
import { Fields, FilledText, GivenId } from '../../platform/input-schemas.ts'
import { check } from '../../platform/schema-issues.ts'
import { saveGroups } from '../dealers/index.ts'
import { type Entry, type Run, reportRows } from './apply-context.ts'
import type { EntryRules } from './read-entries.ts'

export const GroupEntry = Fields({ id: GivenId, name: FilledText(300) })

export const groupRules: EntryRules = { inspect: (entry) => check(GroupEntry, entry), keys: ['name'] }

/** Creates and renames the groups. */
export async function applyGroups(run: Run, entries: readonly Entry<Static<typeof GroupEntry>>[]) {
  const inputs = entries.map(({ value }) => value)
  const { issues } = await saveGroups(run, run.trx, inputs)
  reportRows(run, 'dealer_groups', entries, issues)
}
