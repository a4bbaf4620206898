import type { OperationContext } from '../../../platform/context.ts'
import { addUser } from '../users/add-user.ts'
import type { UserView } from '../users/find-user.ts'
import type { NewUser } from '../users/user-fields.ts'

/**
 * Creates an API user with a password. Brands are given by slug or id.
 * @throws Invalid (VALIDATION_ERROR)
 * @throws Forbidden (GRANT_NOT_PERMITTED) for more than the principal holds
 * @throws Conflict (CONFLICT) where a user has this address
 */
export function createUser(ctx: OperationContext, input: NewUser): Promise<UserView> {
  return addUser(ctx, input, { invited: false, more: async (_trx, user) => user })
}
