import type { OperationContext } from '../../../platform/context.ts'
import { authorize } from '../../../platform/principal.ts'
import { parse } from '../../../platform/schema-issues.ts'
import { lockDealers } from '../changes.ts'
import { findGroup } from '../records/find-dealer.ts'
import { saveGroups } from '../records/save-groups.ts'
import { GroupChange } from '../schemas.ts'

/**
 * Renames the dealer group with this name or id.
 * @throws NotFound (NOT_FOUND)
 * @throws Invalid (VALIDATION_ERROR)
 */
export async function updateGroup(ctx: OperationContext, input: GroupChange) {
  authorize(ctx.principal, 'dealers:write')
  const { reference, name } = parse(GroupChange, input)
  return ctx.db.write(async (trx) => {
    await lockDealers(ctx.db, trx)
    const { id } = await findGroup(trx, reference)
    await saveGroups(ctx, trx, [{ id, name }])
    return findGroup(trx, `id:${id}`)
  })
}
