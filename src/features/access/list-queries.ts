import type { Micros } from '../../platform/clock.ts'
import type { Reader } from '../../platform/db/db.ts'

/** Returns all API users with their grants, by e-mail address. */
export async function listUsers(reader: Reader) {
  const users = await reader
    .selectFrom('api_users')
    .select(['id', 'email', 'email_key', 'active', 'role', 'all_brands', 'created_at', 'updated_at'])
    .orderBy('email_key')
    .execute()
  const brands = await reader
    .selectFrom('api_user_brands')
    .innerJoin('brands', 'brands.id', 'api_user_brands.brand_id')
    .select(['user_id as owner', 'brands.slug as item'])
    .orderBy('brands.slug')
    .execute()
  const permissions = await reader
    .selectFrom('api_user_permissions')
    .select(['user_id as owner', 'permission as item'])
    .orderBy('permission')
    .execute()
  return users.map(({ active, all_brands, ...user }) => ({
    ...user,
    active: Boolean(active),
    all_brands: Boolean(all_brands),
    brands: itemsOf(brands, user.id),
    permissions: itemsOf(permissions, user.id),
  }))
}

/** Returns all API tokens with their grants, by name, without their texts and digests. */
export async function listTokens(reader: Reader) {
  const tokens = await reader
    .selectFrom('api_tokens')
    .select(['id', 'name', 'active', 'last_used_at'])
    .orderBy('name')
    .execute()
  const brands = await reader
    .selectFrom('api_token_brands')
    .innerJoin('brands', 'brands.id', 'api_token_brands.brand_id')
    .select(['token_id as owner', 'brands.slug as item'])
    .orderBy('brands.slug')
    .execute()
  const scopes = await reader
    .selectFrom('api_token_scopes')
    .select(['token_id as owner', 'scope as item'])
    .orderBy('scope')
    .execute()
  return tokens.map(({ active, ...token }) => ({
    ...token,
    active: Boolean(active),
    brands: itemsOf(brands, token.id),
    scopes: itemsOf(scopes, token.id),
  }))
}

/** Returns the open sessions of a user, newest first. */
export function listOpenSessions(reader: Reader, userId: number, now: Micros) {
  return reader
    .selectFrom('token_families')
    .select(['id', 'created_at', 'expires_at'])
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('id', 'desc')
    .execute()
}

function itemsOf(rows: readonly { owner: number; item: string }[], owner: number): string[] {
  return rows.filter((row) => row.owner === owner).map((row) => row.item)
}
