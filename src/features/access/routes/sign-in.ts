import type { AdminApi } from '../../admin-api/index.ts'
import type { AccountContext } from '../context.ts'
import { signIn } from '../operations/sign-in.ts'
import { SessionRecord, SignInBody } from '../sign-in-schemas.ts'
import { answerSignIn, browserOf } from './signed-in.ts'

export function addSignIn(api: AdminApi, account: AccountContext): void {
  api.add({
    method: 'POST',
    path: '/session',
    permission: 'public',
    operationId: 'signIn',
    tag: 'session',
    summary: 'Sign in by a browser, which gets the cookie `transom_session`',
    body: SignInBody,
    untrimmed: ['password'],
    answer: { description: 'The new session', data: SessionRecord },
    handle: async ({ body, request, reply }) => {
      const session = await signIn(account, { ...body, address: request.ip }, browserOf(request))
      return answerSignIn(account, session, { request, reply })
    },
  })
}
