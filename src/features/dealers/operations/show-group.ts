import type { OperationContext } from '../../../platform/context.ts'
import { authorize } from '../../../platform/principal.ts'
import { findGroup } from '../records/find-group.ts'
import { type GroupView, viewGroup } from '../records/group-view.ts'

/** Returns the principal's dealer group with this name or id. @throws NotFound (NOT_FOUND) */
export async function showGroup(ctx: OperationContext, reference: string): Promise<GroupView> {
  authorize(ctx.principal, 'dealers:read')
  const { read } = ctx.db
  return viewGroup(read, ctx.principal, await findGroup(read, ctx.principal, reference))
}
