import type { OperationContext } from '../../../platform/context.ts'
import { Conflict } from '../../../platform/errors.ts'
import { authorize } from '../../../platform/principal.ts'
import { accessChanged } from '../directory.ts'
import { checkControl, holdingOf, recordingRefusals } from '../grants.ts'
import { recordAccount } from '../record-account.ts'
import { replaceFactor } from '../second-factor/queries.ts'
import { findUser } from '../users/find-user.ts'

/**
 * Turns off the second factor of a user who has lost it, with all recovery codes. Returns the user's address.
 * @throws NotFound (NOT_FOUND) for the user
 * @throws Forbidden (GRANT_NOT_PERMITTED) for a user who holds more than the principal
 * @throws Conflict (CONFLICT) for a user without a second factor
 */
export function removeLostFactor(
  ctx: OperationContext,
  reference: string,
): Promise<{ id: number; email: string }> {
  const { db, clock, principal } = ctx
  authorize(principal, 'access:write')
  return recordingRefusals(ctx, () =>
    db.write(async (trx) => {
      const user = await findUser(trx, reference, principal)
      const { id, email } = user
      await db.lock(trx, `user:${id}`)
      checkControl(principal, { kind: 'user', id }, holdingOf(user))
      if (!user.second_factor) throw new Conflict('CONFLICT', `The user "${email}" has no second factor.`)
      await replaceFactor(trx, id, { secret: null, step: 0, codeHashes: [] })
      await accessChanged(db, trx)
      await recordAccount(trx, 'user.second_factor_removed', { at: clock.now(), userId: id, principal })
      return { id, email }
    }),
  )
}
