import type { Insertable } from 'kysely'
import type { Micros } from '../../../platform/clock.ts'
import type { Reader, Trx } from '../../../platform/db/db.ts'
import type { Schema } from '../../../platform/db/schema.ts'

/** Returns the user with this e-mail address, if there is one. `emailKey` is the address in NFC and lower case. */
export function findUserByEmail(reader: Reader, emailKey: string) {
  return reader
    .selectFrom('api_users')
    .select(['id', 'password_hash', 'active', 'totp_secret'])
    .where('email_key', '=', emailKey)
    .executeTakeFirst()
}

/** Returns whether a user has this e-mail address. */
export async function hasLogin(reader: Reader, emailKey: string): Promise<boolean> {
  return (await findUserByEmail(reader, emailKey)) !== undefined
}

export function findUser(reader: Reader, id: number) {
  return reader
    .selectFrom('api_users')
    .select(['id', 'password_hash', 'active', 'totp_secret'])
    .where('id', '=', id)
    .executeTakeFirst()
}

export async function insertFamily(trx: Trx, family: Insertable<Schema['token_families']>): Promise<number> {
  const { id } = await trx
    .insertInto('token_families')
    .values(family)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export function findFamily(reader: Reader, id: number) {
  return reader.selectFrom('token_families').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function extendFamily(trx: Trx, id: number, expiresAt: Micros): Promise<void> {
  await trx.updateTable('token_families').set({ expires_at: expiresAt }).where('id', '=', id).execute()
}

export async function revokeFamily(trx: Trx, id: number, now: Micros): Promise<void> {
  await trx
    .updateTable('token_families')
    .set({ revoked_at: now })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .execute()
}

/** Ends all token families of a user, except one. */
export async function revokeFamiliesOf(trx: Trx, userId: number, now: Micros, except = 0): Promise<void> {
  await trx
    .updateTable('token_families')
    .set({ revoked_at: now })
    .where('user_id', '=', userId)
    .where('id', '!=', except)
    .where('revoked_at', 'is', null)
    .execute()
}

/** Deletes families whose last token has expired, with their refresh tokens. */
export async function deleteExpiredFamilies(trx: Trx, now: Micros): Promise<void> {
  await trx.deleteFrom('token_families').where('expires_at', '<', now).execute()
}

/**
 * Deletes up to `limit` tokens that were used before then, and the tokens issued in exchange for them that were never
 * used. Returns the number of used tokens.
 */
export async function deleteUsedRefreshTokens(trx: Trx, before: Micros, limit: number): Promise<number> {
  const rows = await trx
    .selectFrom('refresh_tokens')
    .select('jti')
    .where('used_at', '<', before)
    .orderBy('used_at')
    .limit(limit)
    .execute()
  const used = rows.map(({ jti }) => jti)
  if (used.length === 0) return 0
  await trx
    .deleteFrom('refresh_tokens')
    .where('parent_jti', 'in', used)
    .where('used_at', 'is', null)
    .execute()
  await trx.deleteFrom('refresh_tokens').where('jti', 'in', used).execute()
  return used.length
}

export async function insertRefreshToken(
  trx: Trx,
  token: Insertable<Schema['refresh_tokens']>,
): Promise<void> {
  await trx.insertInto('refresh_tokens').values(token).execute()
}

export function findRefreshToken(reader: Reader, jti: string) {
  return reader.selectFrom('refresh_tokens').selectAll().where('jti', '=', jti).executeTakeFirst()
}

/** Returns whether a token that was issued in exchange for this one has itself been exchanged. */
export async function hasUsedChild(reader: Reader, jti: string): Promise<boolean> {
  const child = await reader
    .selectFrom('refresh_tokens')
    .select('jti')
    .where('parent_jti', '=', jti)
    .where('used_at', 'is not', null)
    .executeTakeFirst()
  return child !== undefined
}

export async function markUsed(trx: Trx, jti: string, now: Micros): Promise<void> {
  await trx.updateTable('refresh_tokens').set({ used_at: now }).where('jti', '=', jti).execute()
}
