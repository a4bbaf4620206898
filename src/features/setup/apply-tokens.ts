import { SCOPES, saveTokens } from '../access/index.ts'
import { checked, flag, list, object, oneOf, secretText } from './reading.ts'
import type { References } from './references.ts'
import { type Entry, type Run, readName, readReference, reportRows } from './run.ts'

const LIST = 'api_tokens'

/** Reads an entry of `api_tokens`. */
export const readToken = object(
  {
    name: readName,
    token: checked(secretText({ least: 24, most: 512 }), (token) =>
      /^[\x21-\x7e]+$/.test(token) ? null : 'must consist of ASCII characters other than blanks',
    ),
    active: flag,
    brands: list(readReference),
    scopes: list(oneOf(...SCOPES)),
  },
  ['name'],
)

type TokenEntry = NonNullable<ReturnType<typeof readToken>>

/** Creates and changes the API tokens. Returns each entry's; undefined where it has a fault. */
export async function applyTokens(run: Run, entries: readonly Entry<TokenEntry>[], brands: References) {
  const inputs = entries.map(({ position, value: { brands: slugs, ...token } }) => ({
    ...token,
    brandIds: brands.resolveAll(slugs, `${LIST}[${position}].brands`, run.faults),
  }))
  const { tokens, faults } = await saveTokens(run, run.trx, inputs)
  reportRows(run, LIST, entries, faults)
  return tokens.map((token, row) => token && describe(token, inputs[row]!.name))
}

function describe({ id, made }: { id: number; made?: string }, name: string) {
  return made === undefined ? { id, name } : { id, name, token: made }
}
