import type { OperationContext } from '../../../platform/context.ts'
import { authorize } from '../../../platform/principal.ts'
import { findUser, toUserView, type UserView } from '../users/find-user.ts'

/** Returns the API user with this e-mail address or id. @throws NotFound (NOT_FOUND) */
export async function showUser({ db, principal }: OperationContext, reference: string): Promise<UserView> {
  authorize(principal, 'access:read')
  return toUserView(await findUser(db.read, reference, principal), principal)
}
