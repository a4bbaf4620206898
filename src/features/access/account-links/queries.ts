import type { Insertable } from 'kysely'
import type { Micros } from '../../../platform/clock.ts'
import type { Reader, Trx } from '../../../platform/db/db.ts'
import type { Schema } from '../../../platform/db/schema.ts'

export async function insertLink(trx: Trx, link: Insertable<Schema['account_links']>): Promise<void> {
  await trx.insertInto('account_links').values(link).execute()
}

/** Returns the link with this digest and its user. */
export function findLink(reader: Reader, tokenHash: string) {
  return reader
    .selectFrom('account_links')
    .innerJoin('api_users', 'api_users.id', 'account_links.user_id')
    .select(['account_links.purpose', 'account_links.expires_at', 'account_links.user_id'])
    .select(['api_users.email', 'api_users.active'])
    .where('account_links.token_hash', '=', tokenHash)
    .executeTakeFirst()
}

/** Deletes all links of a user. */
export async function deleteLinksOf(trx: Trx, userId: number): Promise<void> {
  await trx.deleteFrom('account_links').where('user_id', '=', userId).execute()
}

export async function deleteExpiredLinks(trx: Trx, now: Micros): Promise<void> {
  await trx.deleteFrom('account_links').where('expires_at', '<', now).execute()
}
