import type { Micros } from '../../platform/clock.ts'
import type { Reader } from '../../platform/db/db.ts'

type Grant = 'api_user_brands' | 'api_user_permissions'

/** Returns the addresses of active users that have none of these. */
export async function usersWithout(reader: Reader, grant: Grant): Promise<string[]> {
  const rows = await reader
    .selectFrom('api_users')
    .select('email')
    .where('active', '=', true)
    .where('id', 'not in', (eb) => eb.selectFrom(grant).select('user_id'))
    .$if(grant === 'api_user_brands', (query) => query.where('all_brands', '=', false))
    .orderBy('email')
    .execute()
  return rows.map(({ email }) => email)
}

/** Returns the names of active tokens that were never used, and not changed since `before`. */
export async function tokensNeverUsed(reader: Reader, before: Micros): Promise<string[]> {
  const rows = await reader
    .selectFrom('api_tokens')
    .select('name')
    .where('active', '=', true)
    .where('last_used_at', 'is', null)
    .where('updated_at', '<', before)
    .orderBy('name')
    .execute()
  return rows.map(({ name }) => name)
}

/** Returns the names of active tokens that have none of these. */
export async function tokensWithout(
  reader: Reader,
  grant: 'api_token_brands' | 'api_token_scopes',
): Promise<string[]> {
  const rows = await reader
    .selectFrom('api_tokens')
    .select('name')
    .where('active', '=', true)
    .where('id', 'not in', (eb) => eb.selectFrom(grant).select('token_id'))
    .$if(grant === 'api_token_brands', (query) => query.where('all_brands', '=', false))
    // A service token has permissions instead.
    .$if(grant === 'api_token_scopes', (query) => query.where('kind', '<>', 'service'))
    .orderBy('name')
    .execute()
  return rows.map(({ name }) => name)
}
