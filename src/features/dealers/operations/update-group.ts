import type { OperationContext } from '../../../platform/context.ts'
import { authorize } from '../../../platform/principal.ts'
import { parse } from '../../../platform/schema-issues.ts'
import { checkVersion, type Expected } from '../../../platform/version.ts'
import { lockDealers } from '../changes.ts'
import { findGroup } from '../records/find-group.ts'
import { type GroupView, viewGroup } from '../records/group-view.ts'
import { requireGroup } from '../records/require-own.ts'
import { requireUnique } from '../records/require-unique-group.ts'
import { saveGroups } from '../records/save-groups.ts'
import { GroupChanges } from '../schemas.ts'

interface GroupChange {
  /** The group's name or id. */
  reference: string
  changes: GroupChanges
  expected?: Expected
}

/**
 * Renames a dealer group.
 * @throws NotFound (NOT_FOUND)
 * @throws Forbidden (BRAND_NOT_PERMITTED) unless the principal holds all brands of its dealers
 * @throws Invalid (VALIDATION_ERROR)
 * @throws Conflict (CONFLICT) where another group has this name
 * @throws Outdated (PRECONDITION_FAILED)
 */
export async function updateGroup(
  ctx: OperationContext,
  { reference, changes, expected }: GroupChange,
): Promise<GroupView> {
  const { principal } = ctx
  authorize(principal, 'dealers:write')
  const { name } = parse(GroupChanges, changes)
  return ctx.db.write(async (trx) => {
    await lockDealers(ctx.db, trx)
    const group = await findGroup(trx, principal, reference)
    checkVersion(expected, await viewGroup(trx, principal, group))
    if (name !== undefined && name !== group.name) {
      await requireGroup(trx, principal, group.id)
      await requireUnique(trx, principal, { name }, group.id)
      await saveGroups(ctx, trx, [{ id: group.id, name }])
    }
    return viewGroup(trx, principal, await findGroup(trx, principal, `id:${group.id}`))
  })
}
