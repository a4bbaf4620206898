import { Type } from 'typebox'
import type { AdminApi } from '../../admin-api/index.ts'
import type { AccountContext } from '../context.ts'
import { createFirstAdministrator } from '../operations/create-first-administrator.ts'
import { ChosenPassword, SessionRecord } from '../sign-in-schemas.ts'
import { Email } from '../users/user-fields.ts'
import { answerSignIn, browserOf } from './signed-in.ts'

export function addCreateFirstAdministrator(api: AdminApi, account: AccountContext): void {
  api.add({
    method: 'POST',
    path: '/setup/:token',
    permission: 'public',
    operationId: 'createFirstAdministrator',
    tag: 'session',
    summary: 'Make the first administrator by the address that the server printed, and sign in',
    body: Type.Object({ email: Email, password: ChosenPassword }, { additionalProperties: false }),
    untrimmed: ['password'],
    answer: { status: 201, description: "The administrator's session", data: SessionRecord },
    handle: async ({ params, body, request, reply }) => {
      const first = { token: params.token!, ...body }
      const session = await createFirstAdministrator(account, first, browserOf(request))
      return answerSignIn(account, session, { request, reply })
    },
  })
}
