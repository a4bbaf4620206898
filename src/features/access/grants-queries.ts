import type { Trx } from '../../platform/db/db.ts'

/*
 * What users and tokens hold. Each function replaces one list of one owner, and returns what was held before and
 * is held now; null where that is the same.
 */

export async function replaceUserBrands(trx: Trx, userId: number, brandIds: readonly number[]) {
  const held = await trx
    .selectFrom('api_user_brands')
    .select('brand_id as item')
    .where('user_id', '=', userId)
    .execute()
  return replace(held, brandIds, {
    remove: (items) =>
      trx
        .deleteFrom('api_user_brands')
        .where('user_id', '=', userId)
        .where('brand_id', 'in', items)
        .execute(),
    add: (items) =>
      trx
        .insertInto('api_user_brands')
        .values(items.map((brand_id) => ({ user_id: userId, brand_id })))
        .execute(),
  })
}

export async function replaceUserPermissions(trx: Trx, userId: number, permissions: readonly string[]) {
  const held = await trx
    .selectFrom('api_user_permissions')
    .select('permission as item')
    .where('user_id', '=', userId)
    .execute()
  return replace(held, permissions, {
    remove: (items) =>
      trx
        .deleteFrom('api_user_permissions')
        .where('user_id', '=', userId)
        .where('permission', 'in', items)
        .execute(),
    add: (items) =>
      trx
        .insertInto('api_user_permissions')
        .values(items.map((permission) => ({ user_id: userId, permission })))
        .execute(),
  })
}

export async function replaceTokenBrands(trx: Trx, tokenId: number, brandIds: readonly number[]) {
  const held = await trx
    .selectFrom('api_token_brands')
    .select('brand_id as item')
    .where('token_id', '=', tokenId)
    .execute()
  return replace(held, brandIds, {
    remove: (items) =>
      trx
        .deleteFrom('api_token_brands')
        .where('token_id', '=', tokenId)
        .where('brand_id', 'in', items)
        .execute(),
    add: (items) =>
      trx
        .insertInto('api_token_brands')
        .values(items.map((brand_id) => ({ token_id: tokenId, brand_id })))
        .execute(),
  })
}

export async function replaceTokenScopes(trx: Trx, tokenId: number, scopes: readonly string[]) {
  const held = await trx
    .selectFrom('api_token_scopes')
    .select('scope as item')
    .where('token_id', '=', tokenId)
    .execute()
  return replace(held, scopes, {
    remove: (items) =>
      trx
        .deleteFrom('api_token_scopes')
        .where('token_id', '=', tokenId)
        .where('scope', 'in', items)
        .execute(),
    add: (items) =>
      trx
        .insertInto('api_token_scopes')
        .values(items.map((scope) => ({ token_id: tokenId, scope })))
        .execute(),
  })
}

interface Changes<T> {
  remove(items: T[]): Promise<unknown>
  add(items: T[]): Promise<unknown>
}

/** A list as it was, and as it is. */
export interface Replaced<T> {
  before: T[]
  after: T[]
}

async function replace<T>(
  held: { item: T }[],
  wanted: readonly T[],
  changes: Changes<T>,
): Promise<Replaced<T> | null> {
  const before = new Set(held.map((row) => row.item))
  const after = new Set(wanted)
  const gone = [...before].filter((item) => !after.has(item))
  const fresh = [...after].filter((item) => !before.has(item))
  if (gone.length > 0) await changes.remove(gone)
  if (fresh.length > 0) await changes.add(fresh)
  if (gone.length + fresh.length === 0) return null
  return { before: inOrder(before), after: inOrder(after) }
}

function inOrder<T>(items: Iterable<T>): T[] {
  return [...items].sort((a, b) => (a < b ? -1 : 1))
}
