import type { OperationContext } from '../../../platform/context.ts'
import { Conflict } from '../../../platform/errors.ts'
import { authorize } from '../../../platform/principal.ts'
import { checkVersion, type Expected } from '../../../platform/version.ts'
import { lockDealers } from '../changes.ts'
import { findGroup } from '../records/find-group.ts'
import { viewGroup } from '../records/group-view.ts'
import { removeGroup } from '../records/remove-group.ts'

/**
 * Deletes the dealer group with this name or id. Returns what it was called.
 * @throws NotFound (NOT_FOUND)
 * @throws Conflict (CONFLICT) while dealers are in it
 * @throws Outdated (PRECONDITION_FAILED)
 */
export async function deleteGroup(
  ctx: OperationContext,
  { reference, expected }: { reference: string; expected?: Expected },
): Promise<{ id: number; name: string }> {
  const { db, principal } = ctx
  authorize(principal, 'dealers:write')
  return db.write(async (trx) => {
    await lockDealers(db, trx)
    const view = await viewGroup(trx, principal, await findGroup(trx, principal, reference))
    checkVersion(expected, view)
    const { id, name, dealers } = view
    if (!(await removeGroup(ctx, trx, { id, name }))) {
      const some = dealers === 1 ? '1 dealer is' : `${dealers} dealers are`
      throw new Conflict('CONFLICT', `${some} in the group "${name}". Move them to another group first.`)
    }
    return { id, name }
  })
}
