import { type Static, Type } from 'typebox'
import { readInstant } from '../../../platform/clock.ts'
import { Invalid, type Issue, issue } from '../../../platform/errors.ts'
import { Fields, FilledText, nullable } from '../../../platform/input-schemas.ts'
import { check, mergeIssues } from '../../../platform/schema-issues.ts'
import { unknownNames } from '../known-names.ts'
import { GRANTABLE, SCOPES } from '../permissions.ts'
import { findKindIssues, TOKEN_KINDS, type TokenKind } from './kinds.ts'
import { originIssue } from './origins.ts'

const MOST_ORIGINS = 100

const Kind = Type.Unsafe<TokenKind>({
  type: 'string',
  enum: TOKEN_KINDS,
  expected: `must be one of ${TOKEN_KINDS.join(', ')}`,
})

const FIELDS = {
  token: Type.String({
    pattern: '^[\\x21-\\x7e]{24,512}$',
    expected: 'must be 24 to 512 ASCII characters without blanks',
  }),
  active: Type.Boolean(),
  /** The brands that the token gives access to; they replace the stored ones. */
  brands: Type.Array(FilledText(200)),
  /** True: all brands, including later ones. */
  all_brands: Type.Boolean(),
  /** They replace the stored ones. */
  scopes: Type.Array(Type.String()),
  /** Service tokens only; they replace the stored ones. */
  permissions: Type.Array(Type.String()),
  /** For a publishable key: the origins of the web pages on which it works; they replace the stored ones. */
  origins: Type.Array(FilledText(300), {
    maxItems: MOST_ORIGINS,
    expected: `must be a list of up to ${MOST_ORIGINS} origins`,
  }),
  expires_at: nullable(
    Type.String({ description: 'A time, or a date: its first moment in UTC. Null: never' }),
  ),
}

/** A token as it is created. Without `token`, its text is generated. */
export const NewToken = Type.Object(
  { name: FilledText(300), ...Fields({ kind: Kind, ...FIELDS }).properties },
  { additionalProperties: false },
)

/** A token as a request creates it: texts of one's own are for the shell and the set-up file. */
export const GeneratedToken = Type.Omit(NewToken, ['token'], { additionalProperties: false })

/** Changes to a token: omitted fields keep their values. With `new_token`, another text is generated. */
export const TokenChanges = Fields({ name: FilledText(300), ...FIELDS, new_token: Type.Boolean() })

/** Changes to a token as a request makes them. */
export const GeneratedTokenChanges = Type.Omit(TokenChanges, ['token'], { additionalProperties: false })

export type NewToken = Static<typeof NewToken>
export type TokenChanges = Static<typeof TokenChanges>

/** Returns everything that is wrong with a token by itself. */
export function findTokenIssues(schema: typeof NewToken | typeof TokenChanges, token: object): Issue[] {
  return [...check(schema, token), ...inspectToken(token)]
}

/** Returns everything that is wrong with a token beside the schema. */
export function inspectToken(token: unknown): Issue[] {
  const { scopes, permissions, origins, expires_at } = (token ?? {}) as Record<string, unknown>
  return [
    ...unknownNames('scopes', 'scope', { names: scopes, known: SCOPES }),
    ...unknownNames('permissions', 'permission', { names: permissions, known: GRANTABLE }),
    ...originIssues(origins),
    ...(typeof expires_at === 'string' && readInstant(expires_at) === undefined
      ? [issue('expires_at', 'must be a date such as 2030-01-31, or a time such as 2030-01-31T12:00:00Z')]
      : []),
  ]
}

/** Returns everything that is wrong with a new token beside the schema. */
export function inspectNewToken(token: unknown): Issue[] {
  return [...inspectToken(token), ...newTokenIssues(token)]
}

/** @throws Invalid (VALIDATION_ERROR) with every issue */
export function checkToken(schema: typeof NewToken | typeof TokenChanges, token: object): void {
  const issues = [...findTokenIssues(schema, token), ...(schema === NewToken ? newTokenIssues(token) : [])]
  if (issues.length > 0) throw new Invalid(mergeIssues(issues))
}

/** Returns everything in which a new token is not one of its kind. */
function newTokenIssues(token: unknown): Issue[] {
  const { kind = 'secret', token: text, all_brands, ...lists } = (token ?? {}) as Record<string, unknown>
  const isKind = TOKEN_KINDS.some((one) => one === kind)
  if (!isKind) return []
  const count = (list: unknown = []) => (Array.isArray(list) ? list.length : undefined)
  return findKindIssues({
    kind: kind as TokenKind,
    token: typeof text === 'string' ? text : undefined,
    all_brands: all_brands === true,
    brands: count(lists.brands),
    scopes: count(lists.scopes),
    permissions: count(lists.permissions),
    origins: count(lists.origins),
  })
}

function originIssues(origins: unknown): Issue[] {
  if (!Array.isArray(origins)) return []
  return origins.flatMap((origin, i) => {
    const message = typeof origin === 'string' && origin !== '' ? originIssue(origin) : undefined
    return message ? { field: `origins.${i}`, message } : []
  })
}
