import type { OperationContext } from '../../../platform/context.ts'
import type { Trx } from '../../../platform/db/db.ts'
import { authorize } from '../../../platform/principal.ts'
import { findBrandIds } from '../../brands/index.ts'
import { ALL_PERMISSIONS, PERMISSIONS } from '../permissions.ts'
import { findUser, type StoredUser, type UserView } from '../users/find-user.ts'
import { checkUser, UserChanges } from '../users/user-fields.ts'
import { saveUser, writeWithPasswords } from '../users/write-user.ts'

interface UserChange {
  /** The user's e-mail address or id. */
  reference: string
  /** Omitted fields keep their values. */
  changes: UserChanges
}

/**
 * Changes an API user. Another password, or `active: false`, ends the user's sessions. Brands are given by slug or id.
 * @throws Invalid (VALIDATION_ERROR)
 * @throws NotFound (NOT_FOUND) for the user or a brand
 */
export async function updateUser(
  ctx: OperationContext,
  { reference, changes }: UserChange,
): Promise<UserView> {
  authorize(ctx.principal, 'access:write')
  checkUser(UserChanges, changes)
  const { password, active } = changes
  const { email } = await findUser(ctx.db.read, reference)
  return writeWithPasswords(ctx, [{ email, password }], async (trx, passwords) => {
    const user = await findUser(trx, reference)
    const grants = {
      brandIds: await mergeBrands(trx, user, changes),
      permissions: mergePermissions(user, changes),
    }
    return saveUser(ctx, trx, { email: user.email, password, active, ...grants }, passwords)
  })
}

async function mergeBrands(
  trx: Trx,
  user: StoredUser,
  { brands, add_brands, remove_brands }: UserChanges,
): Promise<number[] | undefined> {
  if (!brands && !add_brands && !remove_brands) return undefined
  const removed = new Set(await findBrandIds(trx, remove_brands))
  const all = [...((await findBrandIds(trx, brands ?? user.brands)) ?? [])]
  all.push(...((await findBrandIds(trx, add_brands)) ?? []))
  return [...new Set(all)].filter((id) => !removed.has(id))
}

/** Returns the permissions after the changes. `warranty:*` without one of them becomes a list of the others. */
function mergePermissions(
  user: StoredUser,
  { permissions, add_permissions = [], remove_permissions = [] }: UserChanges,
): string[] | undefined {
  const all = [...new Set([...(permissions ?? user.permissions), ...add_permissions])]
  if (remove_permissions.length === 0) return all
  if (remove_permissions.includes(ALL_PERMISSIONS)) return []
  const listed: readonly string[] = all.includes(ALL_PERMISSIONS) ? PERMISSIONS : all
  return listed.filter((permission) => !remove_permissions.includes(permission))
}
