import { type Static, Type } from 'typebox'
import { Invalid, type Issue } from '../../../platform/errors.ts'
import { Fields, FilledText } from '../../../platform/input-schemas.ts'
import { check } from '../../../platform/schema-issues.ts'
import { unknownNames } from '../known-names.ts'
import { SCOPES } from '../permissions.ts'

const FIELDS = {
  token: Type.String({
    pattern: '^[\\x21-\\x7e]{24,512}$',
    expected: 'must be 24 to 512 ASCII characters without blanks',
  }),
  active: Type.Boolean(),
  /** The brands that the token gives access to; they replace the stored ones. */
  brands: Type.Array(FilledText(200)),
  /** They replace the stored ones. */
  scopes: Type.Array(Type.String()),
}

/** A token as it is created. Without `token`, its text is generated. */
export const NewToken = Type.Object(
  { name: FilledText(300), ...Fields(FIELDS).properties },
  { additionalProperties: false },
)

/** Changes to a token: omitted fields keep their values. With `new_token`, another text is generated. */
export const TokenChanges = Fields({ ...FIELDS, new_token: Type.Boolean() })

export type NewToken = Static<typeof NewToken>
export type TokenChanges = Static<typeof TokenChanges>

/** Returns everything that is wrong with a token by itself. */
export function findTokenIssues(schema: typeof NewToken | typeof TokenChanges, token: object): Issue[] {
  const names = (token as { scopes?: unknown }).scopes
  return [...check(schema, token), ...unknownNames('scopes', 'scope', { names, known: SCOPES })]
}

/** @throws Invalid (VALIDATION_ERROR) with every issue */
export function checkToken(schema: typeof NewToken | typeof TokenChanges, token: object): void {
  const issues = findTokenIssues(schema, token)
  if (issues.length > 0) throw new Invalid(issues)
}
