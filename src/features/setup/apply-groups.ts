import { saveGroups } from '../dealers/index.ts'
import { fields } from './reading.ts'
import { type Entry, type Run, readId, readName, reportRows } from './run.ts'
import { withStandIns } from './stand-ins.ts'

const readFields = fields({ id: readId, name: readName })

/** Reads an entry of `dealer_groups`. */
export const readGroup = withStandIns(readFields, ['name'])

type GroupEntry = NonNullable<ReturnType<typeof readGroup>>

/** Creates and renames the groups. */
export async function applyGroups(run: Run, entries: readonly Entry<GroupEntry>[]): Promise<void> {
  const inputs = entries.map((entry) => entry.value)
  const { faults } = await saveGroups(run, run.trx, inputs)
  reportRows(run, 'dealer_groups', entries, faults)
}
