import type { Issue } from '../../platform/errors.ts'
import { SCOPES, saveTokens } from '../access/index.ts'
import { type Entry, type Run, readName, reportRows } from './apply-context.ts'
import { standIn } from './placeholders.ts'
import { type References, readReference } from './references.ts'
import { checked, fields, flag, list, oneOf, secretText } from './validators.ts'

const LIST = 'api_tokens'

const readFields = fields(
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

/** Reads an entry of `api_tokens`. */
export function readToken(value: unknown, at: string, issues: Issue[]) {
  const token = readFields(value, at, issues)
  return token && { ...token, name: token.name ?? standIn(at) }
}

type TokenEntry = NonNullable<ReturnType<typeof readToken>>

/** Creates and changes the API tokens. Returns each entry's; undefined where it has a fault. */
export async function applyTokens(run: Run, entries: readonly Entry<TokenEntry>[], brands: References) {
  const inputs = entries.map(({ value: { brands: slugs, ...token } }) => ({
    ...token,
    brandIds: brands.resolveAll(slugs, run.issues),
  }))
  const { tokens, issues } = await saveTokens(run, run.trx, inputs)
  reportRows(run, LIST, entries, issues)
  return tokens.map((token, row) => token && describe(token, inputs[row]!.name))
}

function describe({ id, made }: { id: number; made?: string }, name: string) {
  return made === undefined ? { id, name } : { id, name, token: made }
}
