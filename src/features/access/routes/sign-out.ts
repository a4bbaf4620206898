import { Type } from 'typebox'
import type { AdminApi } from '../../admin-api/index.ts'
import type { AccountContext } from '../context.ts'
import { signOut } from '../operations/sign-out.ts'
import { setCookie, signInOf } from './signed-in.ts'

export function addSignOut(api: AdminApi, account: AccountContext): void {
  api.add({
    method: 'DELETE',
    path: '/session',
    permission: null,
    operationId: 'signOut',
    tag: 'session',
    summary: 'Sign out: the session ends and the cookie is cleared',
    answer: { description: 'The session is ended', data: Type.Object({}) },
    handle: async ({ request, reply }) => {
      await signOut(account, signInOf(request))
      setCookie(request, reply)
      return {}
    },
  })
}
