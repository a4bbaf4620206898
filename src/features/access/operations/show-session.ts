import { toIsoMicros } from '../../../platform/clock.ts'
import { findAccount, listHeldBrands } from '../account-queries.ts'
import type { AccountContext, SignIn } from '../context.ts'
import { expandPermissions } from '../permissions.ts'

/** Returns who is signed in, and what this person may do. */
export async function showSession(
  { db, requireSecondFactor }: Pick<AccountContext, 'db' | 'requireSecondFactor'>,
  { userId, expiresAt }: Pick<SignIn, 'userId' | 'expiresAt'>,
) {
  const { email, role, totp_secret, permissions, ...user } = await findAccount(db.read, userId)
  const allBrands = Boolean(user.all_brands)
  const held = await listHeldBrands(db.read, userId, allBrands)
  return {
    user: { id: userId, email },
    role,
    permissions,
    effective_permissions: [...expandPermissions(permissions)],
    brands: held.map(({ slug }) => slug),
    held_brands: held,
    all_brands: allBrands,
    second_factor: totp_secret !== null,
    second_factor_required: requireSecondFactor && totp_secret === null,
    expires_at: expiresAt === null ? null : toIsoMicros(expiresAt),
  }
}
