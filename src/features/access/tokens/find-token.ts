import { toIsoMicros } from '../../../platform/clock.ts'
import type { Reader } from '../../../platform/db/db.ts'
import { holdsBrand, type Principal, SYSTEM } from '../../../platform/principal.ts'
import { givenId, pick } from '../../../platform/references.ts'
import { holdingOf, isVisible } from '../grants.ts'
import { listTokens } from '../list-queries.ts'

export type StoredToken = Awaited<ReturnType<typeof listTokens>>[number]

export type TokenView = ReturnType<typeof toTokenView>

/**
 * Returns the token with this name or id, if it exists for the principal.
 * @throws NotFound (NOT_FOUND)
 */
export async function findToken(
  reader: Reader,
  reference: string,
  principal: Principal = SYSTEM,
): Promise<StoredToken> {
  const tokens = await listTokens(reader, givenId(reference))
  return pick(
    tokens.filter((token) => isVisible(principal, holdingOf(token))),
    reference,
    { noun: 'API token', key: 'name', keyOf: (token) => token.name },
  )
}

/**
 * Returns a token without its text, as the principal may see it: with the brands that both have. `last_used_at` is exact
 * to the minute; null: never used.
 */
export function toTokenView(token: StoredToken, principal: Principal = SYSTEM) {
  return {
    id: token.id,
    name: token.name,
    kind: token.kind,
    active: token.active,
    brands: token.brands.filter((_, i) => holdsBrand(principal, token.brandIds[i]!)),
    brand_ids: token.brandIds.filter((id) => holdsBrand(principal, id)),
    all_brands: token.all_brands,
    scopes: token.scopes,
    permissions: token.permissions,
    origins: token.origins,
    expires_at: token.expires_at === null ? null : toIsoMicros(token.expires_at),
    last_used_at: token.last_used_at === null ? null : toIsoMicros(token.last_used_at),
    created_at: toIsoMicros(token.created_at),
    updated_at: toIsoMicros(token.updated_at),
  }
}
