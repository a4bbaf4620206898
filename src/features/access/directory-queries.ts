import type { Micros } from '../../platform/clock.ts'
import type { Reader } from '../../platform/db/db.ts'

/** Returns all users, the active tokens, and the grants of both as `owner` and `item`. */
export async function readAccess(reader: Reader) {
  return {
    users: await reader
      .selectFrom('api_users')
      .select(['id', 'active', 'all_brands', 'totp_secret'])
      .execute(),
    userBrands: await reader
      .selectFrom('api_user_brands')
      .select(['user_id as owner', 'brand_id as item'])
      .execute(),
    permissions: await reader
      .selectFrom('api_user_permissions')
      .select(['user_id as owner', 'permission as item'])
      .execute(),
    tokens: await reader
      .selectFrom('api_tokens')
      .select(['id', 'token_hash', 'kind', 'all_brands', 'expires_at'])
      .where('active', '=', true)
      .execute(),
    tokenBrands: await reader
      .selectFrom('api_token_brands')
      .select(['token_id as owner', 'brand_id as item'])
      .execute(),
    tokenPermissions: await reader
      .selectFrom('api_token_permissions')
      .select(['token_id as owner', 'permission as item'])
      .execute(),
    origins: await reader
      .selectFrom('api_token_origins')
      .select(['token_id as owner', 'origin as item'])
      .execute(),
    brands: await reader.selectFrom('brands').select('id').execute(),
    scopes: await reader
      .selectFrom('api_token_scopes')
      .select(['token_id as owner', 'scope as item'])
      .execute(),
  }
}

/** Returns the ids of the families that ended after that moment. */
export async function listRevokedFamilies(reader: Reader, after: Micros): Promise<number[]> {
  const rows = await reader
    .selectFrom('token_families')
    .select('id')
    .where('revoked_at', '>', after)
    .execute()
  return rows.map(({ id }) => id)
}
