import type { OperationContext } from '../../../platform/context.ts'
import { authorize } from '../../../platform/principal.ts'
import * as queries from '../queries/list-queries.ts'
import { findGroup } from '../records/find-dealer.ts'

/** Returns the dealer group with this name or id, and its dealers. @throws NotFound (NOT_FOUND) */
export async function showGroup(ctx: OperationContext, reference: string) {
  authorize(ctx.principal, 'dealers:read')
  const { id, name } = await findGroup(ctx.db.read, reference)
  return { id, name, dealers: await queries.listGroupDealers(ctx.db.read, id) }
}
