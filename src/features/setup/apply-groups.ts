import { saveGroups } from '../dealers/index.ts'
import { type Entry, type Run, readId, readName, reportRows } from './apply-context.ts'
import { withStandIns } from './placeholders.ts'
import { fields } from './validators.ts'

const readFields = fields({ id: readId, name: readName })

/** Reads an entry of `dealer_groups`. */
export const readGroup = withStandIns(readFields, ['name'])

type GroupEntry = NonNullable<ReturnType<typeof readGroup>>

/** Creates and renames the groups. */
export async function applyGroups(run: Run, entries: readonly Entry<GroupEntry>[]): Promise<void> {
  const inputs = entries.map((entry) => entry.value)
  const { issues } = await saveGroups(run, run.trx, inputs)
  reportRows(run, 'dealer_groups', entries, issues)
}
