import type { OperationContext } from '../../../platform/context.ts'
import type { Trx } from '../../../platform/db/db.ts'
import { authorize } from '../../../platform/principal.ts'
import { checkVersion, type Expected } from '../../../platform/version.ts'
import { recordingRefusals } from '../grants.ts'
import { expandPermissions } from '../permissions.ts'
import { resolveBrands } from '../resolve-brands.ts'
import { ROLES } from '../roles.ts'
import { findUser, type StoredUser, toUserView, type UserView } from '../users/find-user.ts'
import { refuseTakenEmail } from '../users/refuse-taken-email.ts'
import { checkUser, UserChanges } from '../users/user-fields.ts'
import { saveUser, writeWithPasswords } from '../users/write-user.ts'

interface UserChange {
  /** The user's e-mail address or id. */
  reference: string
  /** Omitted fields keep their values. A role replaces the permissions, unless there are some beside it. */
  changes: UserChanges
  expected?: Expected
}

/**
 * Changes an API user. Another password, or `active: false`, ends the user's sessions. Brands are given by slug or id.
 * @throws Invalid (VALIDATION_ERROR)
 * @throws NotFound (NOT_FOUND)
 * @throws Outdated (PRECONDITION_FAILED)
 * @throws Forbidden (GRANT_NOT_PERMITTED) for more than the principal holds, before or after the change
 * @throws Conflict (CONFLICT) where another user has the new address
 * @throws Conflict (LAST_ADMINISTRATOR)
 */
export async function updateUser(
  ctx: OperationContext,
  { reference, changes, expected }: UserChange,
): Promise<UserView> {
  const { principal } = ctx
  authorize(principal, 'access:write')
  checkUser(UserChanges, changes)
  const { password, active, role, all_brands, email: newEmail } = changes
  const { email } = await findUser(ctx.db.read, reference, principal)
  return recordingRefusals(ctx, () =>
    writeWithPasswords(ctx, [{ email, password }], async (trx, passwords) => {
      const user = await findUser(trx, reference, principal)
      checkVersion(expected, toUserView(user, principal))
      if (newEmail !== undefined) await refuseTakenEmail(trx, newEmail, { principal, except: user.id })
      const grants = {
        brandIds: await mergeBrands(ctx, trx, user, changes),
        permissions: mergePermissions(user, changes),
      }
      const next = { email: user.email, newEmail, password, active, role, all_brands, ...grants }
      return saveUser(ctx, trx, next, passwords)
    }),
  )
}

async function mergeBrands(
  { principal }: OperationContext,
  trx: Trx,
  user: StoredUser,
  { brands, add_brands, remove_brands }: UserChanges,
): Promise<number[] | undefined> {
  if (!brands && !add_brands && !remove_brands) return undefined
  const by = { principal, subject: { kind: 'user' as const, id: user.id } }
  const given = await resolveBrands(trx, by, 'brands', brands)
  const added = await resolveBrands(trx, by, 'add_brands', add_brands)
  const removed = new Set(await resolveBrands(trx, by, 'remove_brands', remove_brands))
  return [...new Set([...(given ?? user.brandIds), ...(added ?? [])])].filter((id) => !removed.has(id))
}

/** Returns the permissions after the changes. A name such as `warranty:*` without one of its permissions becomes a
 * list of the others. */
function mergePermissions(
  user: StoredUser,
  { role, permissions, add_permissions = [], remove_permissions = [] }: UserChanges,
): string[] {
  const before = role ? ROLES[role].permissions : user.permissions
  const all = [...new Set([...(permissions ?? before), ...add_permissions])]
  const removed = new Set<string>([...remove_permissions, ...expandPermissions(remove_permissions)])
  return all.flatMap((name) => {
    if (removed.has(name)) return []
    const single = [...expandPermissions([name])]
    return single.some((one) => removed.has(one)) ? single.filter((one) => !removed.has(one)) : [name]
  })
}
