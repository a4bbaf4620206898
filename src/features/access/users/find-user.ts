import { toIsoMicros } from '../../../platform/clock.ts'
import type { Reader } from '../../../platform/db/db.ts'
import { holdsBrand, type Principal, SYSTEM } from '../../../platform/principal.ts'
import { givenId, pick } from '../../../platform/references.ts'
import { emailKey } from '../../../platform/validate.ts'
import { holdingOf, isVisible } from '../grants.ts'
import { listUsers } from '../list-queries.ts'

export type StoredUser = Awaited<ReturnType<typeof listUsers>>[number]

export type UserView = ReturnType<typeof toUserView>

/**
 * Returns the user with this e-mail address or id, if it exists for the principal.
 * @throws NotFound (NOT_FOUND)
 */
export async function findUser(
  reader: Reader,
  reference: string,
  principal: Principal = SYSTEM,
): Promise<StoredUser> {
  const users = await listUsers(reader, givenId(reference))
  return pick(
    users.filter((user) => isVisible(principal, holdingOf(user))),
    reference,
    { noun: 'API user', key: 'email', keyOf: (user) => user.email, fold: emailKey },
  )
}

/** Returns the user as the principal may see it: with the brands that both have. */
export function toUserView(user: StoredUser, principal: Principal = SYSTEM) {
  return {
    id: user.id,
    email: user.email,
    active: user.active,
    role: user.role,
    permissions: user.permissions,
    brands: user.brands.filter((_, i) => holdsBrand(principal, user.brandIds[i]!)),
    brand_ids: user.brandIds.filter((id) => holdsBrand(principal, id)),
    all_brands: user.all_brands,
    invited: user.invited,
    second_factor: user.second_factor,
    last_sign_in_at: user.last_sign_in_at === null ? null : toIsoMicros(user.last_sign_in_at),
    created_at: toIsoMicros(user.created_at),
    updated_at: toIsoMicros(user.updated_at),
  }
}
