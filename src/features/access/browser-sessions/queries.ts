import type { Insertable } from 'kysely'
import type { Micros } from '../../../platform/clock.ts'
import type { Reader, Trx } from '../../../platform/db/db.ts'
import type { Schema } from '../../../platform/db/schema.ts'

/** Returns the session with this digest, and what a request needs to know about its user. */
export function findBrowserSession(reader: Reader, tokenHash: string) {
  return reader
    .selectFrom('browser_sessions')
    .innerJoin('api_users', 'api_users.id', 'browser_sessions.user_id')
    .select(['browser_sessions.id', 'browser_sessions.user_id', 'browser_sessions.created_at'])
    .select(['browser_sessions.last_used_at', 'browser_sessions.expires_at'])
    .select(['api_users.active', 'api_users.all_brands', 'api_users.totp_secret'])
    .where('browser_sessions.token_hash', '=', tokenHash)
    .executeTakeFirst()
}

/** Returns a user's permissions as they were granted, and the ids of the brands. */
export async function readGrants(reader: Reader, userId: number, allBrands: boolean) {
  const permissions = reader
    .selectFrom('api_user_permissions')
    .select('permission')
    .where('user_id', '=', userId)
    .orderBy('permission')
    .execute()
  const brands = allBrands
    ? reader.selectFrom('brands').select('id').execute()
    : reader.selectFrom('api_user_brands').select('brand_id as id').where('user_id', '=', userId).execute()
  return {
    permissions: (await permissions).map(({ permission }) => permission),
    brands: (await brands).map(({ id }) => id),
  }
}

export async function insertBrowserSession(
  trx: Trx,
  session: Insertable<Schema['browser_sessions']>,
): Promise<number> {
  const { id } = await trx
    .insertInto('browser_sessions')
    .values(session)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function extendBrowserSession(
  trx: Trx,
  id: number,
  times: { last_used_at: Micros; expires_at: Micros },
): Promise<void> {
  await trx.updateTable('browser_sessions').set(times).where('id', '=', id).execute()
}

/** Ends one session. Returns whether there was one. */
export async function deleteBrowserSession(trx: Trx, session: { id: number } | { token_hash: string }) {
  const [[column, value]] = Object.entries(session) as [['id' | 'token_hash', number & string]]
  const deleted = await trx.deleteFrom('browser_sessions').where(column, '=', value).executeTakeFirst()
  return Number(deleted.numDeletedRows) > 0
}

/** Ends a user's sessions in browsers, except one. */
export async function deleteBrowserSessionsOf(trx: Trx, userId: number, except = 0): Promise<void> {
  await trx.deleteFrom('browser_sessions').where('user_id', '=', userId).where('id', '!=', except).execute()
}

export async function deleteExpiredBrowserSessions(trx: Trx, now: Micros): Promise<void> {
  await trx.deleteFrom('browser_sessions').where('expires_at', '<', now).execute()
}
