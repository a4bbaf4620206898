import type { OperationContext } from '../../../platform/context.ts'
import { Conflict } from '../../../platform/errors.ts'
import { authorize } from '../../../platform/principal.ts'
import { emailKey } from '../../../platform/validate.ts'
import { findBrandIds } from '../../brands/index.ts'
import { listUsers } from '../list-queries.ts'
import type { UserView } from '../users/find-user.ts'
import { checkUser, NewUser } from '../users/user-fields.ts'
import { saveUser, writeWithPasswords } from '../users/write-user.ts'

/**
 * Creates an API user. Brands are given by slug or id.
 * @throws Invalid (VALIDATION_ERROR)
 * @throws Conflict (CONFLICT) where a user has this address
 * @throws NotFound (NOT_FOUND) for a brand
 */
export async function createUser(ctx: OperationContext, input: NewUser): Promise<UserView> {
  authorize(ctx.principal, 'access:write')
  checkUser(NewUser, input)
  const { brands, ...user } = input
  return writeWithPasswords(ctx, [user], async (trx, passwords) => {
    const key = emailKey(user.email)
    const same = (await listUsers(trx)).find(({ email_key }) => email_key === key)
    if (same) {
      throw new Conflict('CONFLICT', `There is an API user "${same.email}" already (id ${same.id}).`)
    }
    return saveUser(ctx, trx, { ...user, brandIds: await findBrandIds(trx, brands) }, passwords)
  })
}
