import type { AdminApi } from '../../admin-api/index.ts'
import type { LinkServices } from '../account-links/account-links.ts'
import { addCreateToken } from './tokens/create-token.ts'
import { addListTokens } from './tokens/list-tokens.ts'
import { addShowToken } from './tokens/show-token.ts'
import { addUpdateToken } from './tokens/update-token.ts'
import { addCreateUser } from './users/create-user.ts'
import { addEndUserSessions } from './users/end-sign-ins.ts'
import { addInviteAgain } from './users/invite-again.ts'
import { addListUserSessions } from './users/list-sign-ins.ts'
import { addListUsers } from './users/list-users.ts'
import { addRemoveLostFactor } from './users/remove-lost-factor.ts'
import { addShowUser } from './users/show-user.ts'
import { addUpdateUser } from './users/update-user.ts'

/** Adds the endpoints of users and tokens to the administration. */
export function addAccessRoutes(api: AdminApi, services: LinkServices): void {
  addListUsers(api)
  addShowUser(api)
  addCreateUser(api, services)
  addInviteAgain(api, services)
  addRemoveLostFactor(api)
  addUpdateUser(api)
  addListUserSessions(api)
  addEndUserSessions(api)
  addListTokens(api)
  addShowToken(api)
  addCreateToken(api)
  addUpdateToken(api)
}
