import { type Selectable, sql } from 'kysely'
import type { Reader, Trx } from '../../platform/db/db.ts'
import type { Schema } from '../../platform/db/schema.ts'

/*
 * Grants of users and tokens. Each function replaces one list of one owner, and returns the list before and after;
 * null if nothing changed.
 */

export const replaceUserBrands = replacer('api_user_brands', 'user_id', 'brand_id')
export const replaceUserPermissions = replacer('api_user_permissions', 'user_id', 'permission')
export const replaceTokenBrands = replacer('api_token_brands', 'token_id', 'brand_id')
export const replaceTokenScopes = replacer('api_token_scopes', 'token_id', 'scope')
export const replaceTokenPermissions = replacer('api_token_permissions', 'token_id', 'permission')
export const replaceTokenOrigins = replacer('api_token_origins', 'token_id', 'origin')

/** Returns the permissions and brands of a user. */
export async function listUserGrants(reader: Reader, userId: number) {
  const permissions = await reader
    .selectFrom('api_user_permissions')
    .select('permission')
    .where('user_id', '=', userId)
    .execute()
  const brands = await reader
    .selectFrom('api_user_brands')
    .select('brand_id')
    .where('user_id', '=', userId)
    .execute()
  return {
    permissions: permissions.map(({ permission }) => permission),
    brandIds: brands.map(({ brand_id }) => brand_id),
  }
}

function replacer<K extends keyof Schema, I extends keyof Selectable<Schema[K]> & string>(
  name: K,
  owner: keyof Schema[K] & string,
  item: I,
) {
  type T = Selectable<Schema[K]>[I]
  const table = sql.table(name)
  const column = sql.ref(item)
  return async (trx: Trx, ownerId: number, wanted: readonly T[]) => {
    const isOwners = sql`${sql.ref(owner)} = ${ownerId}`
    const stored = await sql<{ item: T }>`select ${column} as item from ${table} where ${isOwners}`.execute(
      trx,
    )
    const before = new Set(stored.rows.map((row) => row.item))
    const after = new Set(wanted)
    const gone = [...before].filter((one) => !after.has(one))
    const fresh = [...after].filter((one) => !before.has(one))
    if (gone.length + fresh.length === 0) return null
    if (gone.length > 0) {
      await sql`delete from ${table} where ${isOwners} and ${column} in (${sql.join(gone)})`.execute(trx)
    }
    if (fresh.length > 0) {
      const rows = fresh.map((one) => sql`(${ownerId}, ${one})`)
      await sql`insert into ${table} (${sql.ref(owner)}, ${column}) values ${sql.join(rows)}`.execute(trx)
    }
    return { before: inOrder(before), after: inOrder(after) }
  }
}

function inOrder<T>(items: Iterable<T>): T[] {
  return [...items].sort((a, b) => (a < b ? -1 : 1))
}
