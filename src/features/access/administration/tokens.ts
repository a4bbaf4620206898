import { toIsoMicros } from '../../../platform/clock.ts'
import type { Reader } from '../../../platform/db/db.ts'
import { AppError } from '../../../platform/errors.ts'
import { pick } from '../../../platform/references.ts'
import { findSlugs } from '../../brands/index.ts'
import * as queries from './queries.ts'

type StoredToken = Awaited<ReturnType<typeof queries.listTokens>>[number]

/** What is given of a token, with names as in the set-up file. */
export interface TokenFields {
  token?: string
  active?: boolean
  brands?: string[]
  scopes?: string[]
}

/** The token with this name or id. Throws NOT_FOUND. */
export async function findToken(reader: Reader, reference: string): Promise<StoredToken> {
  return pick(await queries.listTokens(reader), reference, {
    noun: 'API token',
    key: 'name',
    keyOf: (token) => token.name,
  })
}

/** A token as commands show it; `last_used_at` to the minute, null: never. */
export function describeToken({ id, name, active, brands, scopes, last_used_at }: StoredToken) {
  const used = last_used_at === null ? null : toIsoMicros(last_used_at)
  return { id, name, active, brands, scopes, last_used_at: used }
}

/** Plans a new token. Throws VALIDATION_ERROR where the name belongs to one. */
export async function planNewToken(reader: Reader, name: string, fields: TokenFields) {
  const tokens = await queries.listTokens(reader)
  if (tokens.some((token) => token.name === name.trim())) {
    throw new AppError(
      'VALIDATION_ERROR',
      `There is an API token "${name}" already. Change it with: transom tokens update`,
    )
  }
  return { api_tokens: [{ name, ...fields, brands: await findSlugs(reader, fields.brands) }] }
}

/** Plans that a token has these fields. */
export async function planToken(reader: Reader, reference: string, fields: TokenFields) {
  const { name } = await findToken(reader, reference)
  return { api_tokens: [{ name, ...fields, brands: await findSlugs(reader, fields.brands) }] }
}
