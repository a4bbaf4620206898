import { findUserIssues, type HashedPasswords, NewUser, saveUsers } from '../access/index.ts'
import { type Entry, type Run, reportRows } from './apply-context.ts'
import type { EntryRules } from './read-entries.ts'
import type { References } from './references.ts'

const LIST = 'api_users'

export const userRules: EntryRules = { inspect: (entry) => findUserIssues(NewUser, entry) }

/** Returns what a user is known by. An unreadable address is checked as a new user's; none begins with a blank. */
export function emailOf({ position, value }: Entry<UserEntry>): string {
  return value.email ?? ` ${position}`
}

type UserEntry = Omit<NewUser, 'email'> & { email?: string }

/** Creates and changes the API users. Returns each entry's; undefined where it is invalid. */
export async function applyUsers(
  run: Run,
  entries: readonly Entry<UserEntry>[],
  { brands, passwords }: { brands: References; passwords: HashedPasswords },
) {
  const inputs = entries.map((entry) => {
    const { brands: slugs, permissions, ...user } = entry.value
    return {
      ...user,
      email: emailOf(entry),
      permissions: permissions?.filter((permission) => permission !== undefined),
      brandIds: brands.resolveAll(slugs, `${LIST}[${entry.position}].brands`, run.issues),
    }
  })
  const { ids, issues } = await saveUsers(run, run.trx, inputs, passwords)
  reportRows(run, LIST, entries, issues)
  return ids.map((id, row) => (id === undefined ? undefined : { id, email: inputs[row]!.email }))
}
