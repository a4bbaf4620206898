import type { Reader } from '../../platform/db/db.ts'

/** Returns a user's own account, with the permissions as they were granted. */
export async function findAccount(reader: Reader, id: number) {
  const user = await reader
    .selectFrom('api_users')
    .select(['id', 'email', 'email_key', 'password_hash', 'active', 'role', 'all_brands', 'totp_secret'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const granted = await reader
    .selectFrom('api_user_permissions')
    .select('permission')
    .where('user_id', '=', id)
    .orderBy('permission')
    .execute()
  return { ...user, permissions: granted.map(({ permission }) => permission) }
}

/** Returns a user's brands, by slug. */
export async function listHeldBrands(reader: Reader, userId: number, allBrands: boolean) {
  const brands = reader.selectFrom('brands').select(['id', 'slug', 'name', 'sandbox']).orderBy('slug')
  const held = reader.selectFrom('api_user_brands').select('brand_id').where('user_id', '=', userId)
  const rows = await (allBrands ? brands : brands.where('id', 'in', held)).execute()
  return rows.map(({ sandbox, ...brand }) => ({ ...brand, sandbox: Boolean(sandbox) }))
}
