import { toIsoMicros } from '../../../platform/clock.ts'
import type { Reader } from '../../../platform/db/db.ts'
import { pick } from '../../../platform/references.ts'
import { listTokens } from '../list-queries.ts'

export type StoredToken = Awaited<ReturnType<typeof listTokens>>[number]

export type TokenView = ReturnType<typeof toTokenView>

/** Returns the token with this name or id. @throws NotFound (NOT_FOUND) */
export async function findToken(reader: Reader, reference: string): Promise<StoredToken> {
  return pick(await listTokens(reader), reference, {
    noun: 'API token',
    key: 'name',
    keyOf: (token) => token.name,
  })
}

/** Returns a token without its text. `last_used_at` is exact to the minute; null: never used. */
export function toTokenView({ id, name, active, brands, scopes, last_used_at }: StoredToken) {
  const used = last_used_at === null ? null : toIsoMicros(last_used_at)
  return { id, name, active, brands, scopes, last_used_at: used }
}
