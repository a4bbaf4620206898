import type { OperationContext } from '../../../platform/context.ts'
import type { Trx } from '../../../platform/db/db.ts'
import { Invalid, issue } from '../../../platform/errors.ts'
import { authorize, holdsAllBrands } from '../../../platform/principal.ts'
import { recordingRefusals } from '../grants.ts'
import { resolveBrands } from '../resolve-brands.ts'
import type { UserView } from './find-user.ts'
import { refuseTakenEmail } from './refuse-taken-email.ts'
import { checkUser, NewUser } from './user-fields.ts'
import { saveUser, writeWithPasswords } from './write-user.ts'

/**
 * Creates an API user, and does `more` in the same transaction. Brands are given by slug or id. With `invited`, the user
 * needs no password yet.
 * @throws Invalid (VALIDATION_ERROR)
 * @throws Forbidden (GRANT_NOT_PERMITTED) for more than the principal holds
 * @throws Conflict (CONFLICT) where a user has this address
 */
export function addUser<T>(
  ctx: OperationContext,
  input: NewUser,
  { invited, more }: { invited: boolean; more: (trx: Trx, user: UserView) => Promise<T> },
): Promise<T> {
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
      return more(trx, saved)
    }),
  )
}
