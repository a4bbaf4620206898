import type { Insertable } from 'kysely'
import type { Micros } from '../../platform/clock.ts'
import { inChunks } from '../../platform/db/chunks.ts'
import type { Reader, Trx } from '../../platform/db/db.ts'
import type { Schema } from '../../platform/db/schema.ts'

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

/** Adds a user, or changes the one with this `email_key`. Returns the id. */
export async function upsertUser(
  trx: Trx,
  user: Insertable<Schema['api_users']>,
  now: Micros,
): Promise<number> {
  const { id } = await trx
    .insertInto('api_users')
    .values({ ...user, created_at: now })
    .onConflict((conflict) => conflict.column('email_key').doUpdateSet(user))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export function listTokens(reader: Reader) {
  return reader.selectFrom('api_tokens').select(['id', 'name', 'token_hash', 'active']).execute()
}

/** Adds a token, or changes the one with this `name`. Returns the id. */
export async function upsertToken(
  trx: Trx,
  token: Insertable<Schema['api_tokens']>,
  now: Micros,
): Promise<number> {
  const { id } = await trx
    .insertInto('api_tokens')
    .values({ ...token, created_at: now })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(token))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
