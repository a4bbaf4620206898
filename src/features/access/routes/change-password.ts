import { Type } from 'typebox'
import type { AdminApi } from '../../admin-api/index.ts'
import type { AccountContext } from '../context.ts'
import { changePassword } from '../operations/change-password.ts'
import { ChosenPassword, KnownPassword } from '../sign-in-schemas.ts'
import { signInOf } from './signed-in.ts'

export function addChangePassword(api: AdminApi, account: AccountContext): void {
  api.add({
    method: 'POST',
    path: '/session/password',
    permission: null,
    operationId: 'changePassword',
    tag: 'session',
    summary: 'Change your own password; all your other sessions end',
    body: Type.Object({ current: KnownPassword, new: ChosenPassword }, { additionalProperties: false }),
    untrimmed: ['current', 'new'],
    ignoresKey: true,
    answer: { description: 'The password is changed', data: Type.Object({}) },
    handle: async ({ body, request }) => {
      const change = { current: body.current, next: body.new, address: request.ip }
      await changePassword(account, signInOf(request), change)
      return {}
    },
  })
}
