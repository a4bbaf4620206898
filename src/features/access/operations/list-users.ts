import type { OperationContext } from '../../../platform/context.ts'
import { authorize } from '../../../platform/principal.ts'
import { listUsers as listStored } from '../list-queries.ts'
import { type AccessFilter, matching } from '../matching.ts'
import { toUserView, type UserView } from '../users/find-user.ts'

/** Returns the matching API users, by e-mail address. @throws NotFound (NOT_FOUND) for the brand */
export async function listUsers(ctx: OperationContext, filter: AccessFilter): Promise<UserView[]> {
  authorize(ctx.principal, 'access:read')
  const users = await listStored(ctx.db.read)
  return (await matching(ctx.db.read, users, filter)).map(toUserView)
}
