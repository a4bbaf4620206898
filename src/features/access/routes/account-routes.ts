import type { AdminApi, Admit } from '../../admin-api/index.ts'
import type { AccountContext } from '../context.ts'
import { addChangePassword } from './change-password.ts'
import { addCreateFirstAdministrator } from './create-first-administrator.ts'
import { addOwnSessions } from './own-sessions.ts'
import { addRequestPasswordReset } from './request-password-reset.ts'
import { addSecondFactor } from './second-factor.ts'
import { addShowSession } from './show-session.ts'
import { addSignIn } from './sign-in.ts'
import { addSignOut } from './sign-out.ts'
import { addUseAccountLink } from './use-account-link.ts'

/** Adds the endpoints with which people sign in and look after their own accounts. */
export function addAccountRoutes(
  api: AdminApi,
  account: AccountContext,
  services: { admit: Admit; onError: (error: unknown) => void },
): void {
  addSignIn(api, account)
  addShowSession(api, account)
  addSignOut(api, account)
  addChangePassword(api, account)
  addOwnSessions(api)
  addSecondFactor(api, account)
  addRequestPasswordReset(api, account, services)
  addUseAccountLink(api, account)
  addCreateFirstAdministrator(api, account)
}
