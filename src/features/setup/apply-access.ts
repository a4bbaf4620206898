import {
  findTokenIssues,
  findUserIssues,
  type HashedPasswords,
  NewToken,
  NewUser,
  saveTokens,
  saveUsers,
} from '../access/index.ts'
import { type Entry, type Run, reportRows } from './apply-context.ts'
import type { EntryRules } from './read-entries.ts'
import type { References } from './references.ts'

const USERS = 'api_users'
const TOKENS = 'api_tokens'

export const userRules: EntryRules = { inspect: (entry) => findUserIssues(NewUser, entry) }
export const tokenRules: EntryRules = { inspect: (entry) => findTokenIssues(NewToken, entry) }

type UserEntry = Omit<NewUser, 'email'> & { email?: string }
type TokenEntry = Omit<NewToken, 'name'> & { name?: string }

/** Returns what a user is known by. An unreadable address is checked as a new user's; none begins with a blank. */
export function emailOf({ position, value }: Entry<UserEntry>): string {
  return value.email ?? ` ${position}`
}

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
      permissions: readable(permissions),
      brandIds: brands.resolveAll(slugs, `${USERS}[${entry.position}].brands`, run.issues),
    }
  })
  const { ids, issues } = await saveUsers(run, run.trx, inputs, passwords)
  reportRows(run, USERS, entries, issues)
  return ids.map((id, row) => (id === undefined ? undefined : { id, email: inputs[row]!.email }))
}

/** Creates and changes the API tokens. Returns each entry's; undefined where it is invalid. */
export async function applyTokens(run: Run, entries: readonly Entry<TokenEntry>[], brands: References) {
  const inputs = entries.map(({ position, value }) => {
    const { brands: slugs, scopes, permissions, origins, name, ...token } = value
    return {
      ...token,
      // An entry whose name could not be read is checked as a new token. No name begins with a blank.
      name: name ?? ` ${position}`,
      scopes: readable(scopes),
      permissions: readable(permissions),
      origins: readable(origins),
      brandIds: brands.resolveAll(slugs, `${TOKENS}[${position}].brands`, run.issues),
    }
  })
  const { tokens, issues } = await saveTokens(run, run.trx, inputs)
  reportRows(run, TOKENS, entries, issues)
  return tokens.map((token, row) => {
    if (!token) return undefined
    const { id, made } = token
    return { id, name: inputs[row]!.name, ...(made === undefined ? {} : { token: made }) }
  })
}

function readable<T>(items: readonly (T | undefined)[] | undefined): T[] | undefined {
  return items?.filter((item) => item !== undefined)
}
