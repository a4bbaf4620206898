import type { OperationContext } from '../../../platform/context.ts'
import { authorize } from '../../../platform/principal.ts'
import { listUsers as listStored } from '../list-queries.ts'
import { type AccessFilter, matching } from '../matching.ts'
import { toUserView, type UserView } from '../users/find-user.ts'

interface UserFilter extends AccessFilter {
  role?: string | undefined
}

/** Returns the matching API users, by e-mail address. @throws NotFound (NOT_FOUND) for the brand */
export async function listUsers(ctx: OperationContext, filter: UserFilter): Promise<UserView[]> {
  authorize(ctx.principal, 'access:read')
  const users = await matching(ctx, await listStored(ctx.db.read), filter, ({ email }) => email)
  return users
    .filter(({ role }) => filter.role === undefined || role === filter.role)
    .map((user) => toUserView(user, ctx.principal))
}
