import type { Insertable, Updateable } from 'kysely'
import type { Micros } from '../../platform/clock.ts'
import { inChunks } from '../../platform/db/chunks.ts'
import type { Reader, Trx } from '../../platform/db/db.ts'
import type { Schema } from '../../platform/db/schema.ts'
import { EVERYTHING } from './permissions.ts'

export type StoredUser = Awaited<ReturnType<typeof listUsers>>[number]
export type StoredToken = Awaited<ReturnType<typeof listTokens>>[number]

export async function listUsers(reader: Reader, keys: readonly string[]) {
  const chunks = [...inChunks(keys)].map((some) =>
    reader
      .selectFrom('api_users')
      .select(['id', 'email', 'email_key', 'password_hash', 'active', 'role', 'all_brands'])
      .where('email_key', 'in', some)
      .execute(),
  )
  return (await Promise.all(chunks)).flat()
}

/** Adds a user, or changes the one with this id. Returns the id. */
export async function saveUser(
  trx: Trx,
  id: number | undefined,
  user: Updateable<Schema['api_users']>,
  now: Micros,
): Promise<number> {
  if (id !== undefined) {
    await trx
      .updateTable('api_users')
      .set({ ...user, updated_at: now })
      .where('id', '=', id)
      .execute()
    return id
  }
  const row = { ...(user as Insertable<Schema['api_users']>), created_at: now, updated_at: now }
  return (await trx.insertInto('api_users').values(row).returning('id').executeTakeFirstOrThrow()).id
}

/** Returns whether an active user who can sign in may do everything for all brands. */
export async function hasAdministrator(reader: Reader): Promise<boolean> {
  const user = await reader
    .selectFrom('api_users')
    .innerJoin('api_user_permissions', 'api_user_permissions.user_id', 'api_users.id')
    .select('api_users.id')
    .where('permission', '=', EVERYTHING)
    .where('active', '=', true)
    .where('all_brands', '=', true)
    .where('password_hash', '<>', '')
    .limit(1)
    .executeTakeFirst()
  return user !== undefined
}

export function listTokens(reader: Reader) {
  return reader
    .selectFrom('api_tokens')
    .select(['id', 'name', 'token_hash', 'active', 'kind', 'all_brands', 'expires_at'])
    .execute()
}

/** Adds a token, or changes the one with this id. Returns the id. */
export async function saveToken(
  trx: Trx,
  id: number | undefined,
  token: Updateable<Schema['api_tokens']>,
  now: Micros,
): Promise<number> {
  if (id !== undefined) {
    await trx
      .updateTable('api_tokens')
      .set({ ...token, updated_at: now })
      .where('id', '=', id)
      .execute()
    return id
  }
  const row = { ...(token as Insertable<Schema['api_tokens']>), created_at: now, updated_at: now }
  return (await trx.insertInto('api_tokens').values(row).returning('id').executeTakeFirstOrThrow()).id
}
