import type { OperationContext } from '../../../platform/context.ts'
import { Invalid, issue } from '../../../platform/errors.ts'
import { authorize, holdsAllBrands } from '../../../platform/principal.ts'
import { recordingRefusals } from '../grants.ts'
import { resolveBrands } from '../resolve-brands.ts'
import type { UserView } from '../users/find-user.ts'
import { refuseTakenEmail } from '../users/refuse-taken-email.ts'
import { checkUser, NewUser } from '../users/user-fields.ts'
import { saveUser, writeWithPasswords } from '../users/write-user.ts'

/**
 * Creates an API user. Brands are given by slug or id. With `invited`, the user needs no password yet.
 * @throws Invalid (VALIDATION_ERROR)
 * @throws Forbidden (GRANT_NOT_PERMITTED) for more than the principal holds
 * @throws Conflict (CONFLICT) where a user has this address
 */
export function createUser(
  ctx: OperationContext,
  input: NewUser,
  { invited = false } = {},
): Promise<UserView> {
  authorize(ctx.principal, 'access:write')
  checkUser(NewUser, input)
  const { brands, ...user } = input
  const by = { principal: ctx.principal, subject: { kind: 'user' as const, id: null } }
  return recordingRefusals(ctx, () =>
    writeWithPasswords(ctx, [user], async (trx, passwords) => {
      const brandIds = await resolveBrands(trx, by, 'brands', brands)
      await refuseTakenEmail(trx, user.email, by)
      const saved = await saveUser(ctx, trx, { ...user, invited, brandIds }, passwords)
      if (!saved.all_brands && saved.brands.length === 0 && !holdsAllBrands(ctx.principal)) {
        throw new Invalid([issue('brands', 'is required: without one, you could not see the user')])
      }
      return saved
    }),
  )
}
