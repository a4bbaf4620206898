import { findTokenIssues, NewToken, saveTokens } from '../access/index.ts'
import { type Entry, type Run, reportRows } from './apply-context.ts'
import type { EntryRules } from './read-entries.ts'
import type { References } from './references.ts'

const LIST = 'api_tokens'

export const tokenRules: EntryRules = { inspect: (entry) => findTokenIssues(NewToken, entry) }

type TokenEntry = Omit<NewToken, 'name'> & { name?: string }

/** Creates and changes the API tokens. Returns each entry's; undefined where it is invalid. */
export async function applyTokens(run: Run, entries: readonly Entry<TokenEntry>[], brands: References) {
  const inputs = entries.map(({ position, value: { brands: slugs, scopes, name, ...token } }) => ({
    ...token,
    // An entry whose name could not be read is checked as a new token. No name begins with a blank.
    name: name ?? ` ${position}`,
    scopes: scopes?.filter((scope) => scope !== undefined),
    brandIds: brands.resolveAll(slugs, `${LIST}[${position}].brands`, run.issues),
  }))
  const { tokens, issues } = await saveTokens(run, run.trx, inputs)
  reportRows(run, LIST, entries, issues)
  return tokens.map((token, row) => token && describe(token, inputs[row]!.name))
}

function describe({ id, made }: { id: number; made?: string }, name: string) {
  return made === undefined ? { id, name } : { id, name, token: made }
}
