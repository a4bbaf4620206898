import { randomBytes } from 'node:crypto'
import { type Issue, issue } from '../../../platform/errors.ts'
import { SCOPES } from '../permissions.ts'

export const TOKEN_KINDS = ['secret', 'publishable', 'service'] as const
export type TokenKind = (typeof TOKEN_KINDS)[number]

/** The prefixes of each kind of token. A secret token may also have any other text. */
const PREFIXES = { secret: 'tr_', publishable: 'pk_', service: 'sk_' } as const satisfies Record<
  TokenKind,
  string
>

export const SERVICE_PREFIX = PREFIXES.service

/** Returns a random token. */
export function newTokenText(kind: TokenKind): string {
  return `${PREFIXES[kind]}${randomBytes(32).toString('base64url')}`
}

/** The fields of a token that its kind decides about. Undefined: unknown, because it could not be read. */
interface KindFields {
  kind: TokenKind
  /** A text of its own. */
  token?: string | undefined
  all_brands?: boolean | undefined
  brands: number | undefined
  scopes: number | undefined
  permissions: number | undefined
  origins: number | undefined
}

/** Returns everything in which a token is not one of its kind. */
export function findKindIssues(token: KindFields): Issue[] {
  const { kind, token: text, all_brands, brands, scopes, permissions, origins } = token
  const issues: Issue[] = []
  const add = (wrong: boolean, field: string, predicate: string) => {
    if (wrong) issues.push(issue(field, predicate))
  }
  const isPublishable = kind === 'publishable'
  const isService = kind === 'service'
  const prefix = PREFIXES[kind]
  add(
    kind !== 'secret' && text !== undefined && !text.startsWith(prefix),
    'token',
    `must begin with ${prefix}`,
  )
  add(
    isPublishable && brands !== undefined && brands !== 1,
    'brands',
    'must be one brand for a publishable key',
  )
  add(
    isPublishable && all_brands === true,
    'all_brands',
    'must be false for a publishable key, which has one brand',
  )
  add(
    isPublishable && scopes === 0,
    'scopes',
    `must have at least one of ${SCOPES.join(', ')} for a publishable key`,
  )
  add(
    isService && (scopes ?? 0) > 0,
    'scopes',
    'must be empty for a service token, which has permissions instead',
  )
  add(isPublishable && origins === 0, 'origins', 'must have at least one origin for a publishable key')
  add(!isPublishable && (origins ?? 0) > 0, 'origins', 'must be empty: only a publishable key has origins')
  add(isService && permissions === 0, 'permissions', 'must have at least one permission for a service token')
  add(
    !isService && (permissions ?? 0) > 0,
    'permissions',
    'must be empty: only a service token has permissions',
  )
  return issues
}
