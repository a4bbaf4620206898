import type { OperationContext } from '../../../platform/context.ts'
import type { Trx } from '../../../platform/db/db.ts'
import { authorize } from '../../../platform/principal.ts'
import { findBrandIds } from '../../brands/index.ts'
import { expandPermissions } from '../permissions.ts'
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

/** Returns the permissions after the changes. A name such as `warranty:*` without one of its permissions becomes a
 * list of the others. */
function mergePermissions(
  user: StoredUser,
  { permissions, add_permissions = [], remove_permissions = [] }: UserChanges,
): string[] | undefined {
  const all = [...new Set([...(permissions ?? user.permissions), ...add_permissions])]
  const removed = new Set<string>([...remove_permissions, ...expandPermissions(remove_permissions)])
  return all.flatMap((name) => {
    if (removed.has(name)) return []
    const single = [...expandPermissions([name])]
    return single.some((one) => removed.has(one)) ? single.filter((one) => !removed.has(one)) : [name]
  })
}
