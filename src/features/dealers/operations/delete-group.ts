import type { OperationContext } from '../../../platform/context.ts'
import { Conflict } from '../../../platform/errors.ts'
import { authorize } from '../../../platform/principal.ts'
import { checkVersion, type Expected } from '../../../platform/version.ts'
import { recordAudit } from '../../audit/index.ts'
import { lockDealers } from '../changes.ts'
import { countMembers } from '../queries/group-queries.ts'
import { deleteGroup as deleteRow } from '../queries/record-queries.ts'
import { findGroup } from '../records/find-group.ts'
import { viewGroup } from '../records/group-view.ts'

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
  const { clock, db, principal } = ctx
  authorize(principal, 'dealers:write')
  return db.write(async (trx) => {
    await lockDealers(db, trx)
    const view = await viewGroup(trx, principal, await findGroup(trx, principal, reference))
    checkVersion(expected, view)
    const { id, name, dealers } = view
    if ((await countMembers(trx, [id], undefined)).size > 0) {
      const some = dealers === 1 ? '1 dealer is' : `${dealers} dealers are`
      throw new Conflict('CONFLICT', `${some} in the group "${name}". Move them to another group first.`)
    }
    await deleteRow(trx, id)
    await recordAudit(trx, [
      {
        at: clock.now(),
        principal,
        action: 'group.deleted',
        subject: { id, name },
        brandId: null,
        change: { before: { name }, after: null },
      },
    ])
    return { id, name }
  })
}
