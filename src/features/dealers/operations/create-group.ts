import type { OperationContext } from '../../../platform/context.ts'
import { authorize } from '../../../platform/principal.ts'
import { parse } from '../../../platform/schema-issues.ts'
import { lockDealers } from '../changes.ts'
import { findGroups } from '../queries/group-queries.ts'
import { type GroupView, viewGroup } from '../records/group-view.ts'
import { requireUnique } from '../records/require-unique-group.ts'
import { saveGroups } from '../records/save-groups.ts'
import { NewGroup } from '../schemas.ts'

/**
 * Creates a dealer group.
 * @throws Invalid (VALIDATION_ERROR)
 * @throws Conflict (CONFLICT) where a group has this name or id
 */
export async function createGroup(ctx: OperationContext, input: NewGroup): Promise<GroupView> {
  const { principal } = ctx
  authorize(principal, 'dealers:write')
  const group = parse(NewGroup, input)
  return ctx.db.write(async (trx) => {
    await lockDealers(ctx.db, trx)
    await requireUnique(trx, principal, group)
    const { ids } = await saveGroups(ctx, trx, [group])
    const [saved] = await findGroups(trx, undefined, { id: ids[0]! })
    return viewGroup(trx, principal, saved!)
  })
}
