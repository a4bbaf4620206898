import type { AdminApi } from '../../admin-api/index.ts'
import type { AccountContext } from '../context.ts'
import { addShowSession } from './show-session.ts'
import { addSignIn } from './sign-in.ts'
import { addSignOut } from './sign-out.ts'

/** Adds the endpoints with which people sign in and look after their own accounts. */
export function addAccountRoutes(api: AdminApi, account: AccountContext): void {
  addSignIn(api, account)
  addShowSession(api, account)
  addSignOut(api, account)
}
