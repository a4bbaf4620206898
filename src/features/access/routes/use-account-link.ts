import { Type } from 'typebox'
import type { AdminApi } from '../../admin-api/index.ts'
import type { AccountContext } from '../context.ts'
import { useAccountLink } from '../operations/use-account-link.ts'
import { ChosenPassword } from '../sign-in-schemas.ts'

/** Adds the two endpoints at which a link and a password are exchanged for an account. */
export function addUseAccountLink(api: AdminApi, account: AccountContext): void {
  for (const { path, purpose, operationId, summary } of [
    {
      path: '/invitations/:token',
      purpose: 'invitation',
      operationId: 'acceptInvitation',
      summary: 'Accept an invitation: choose a password, once',
    },
    {
      path: '/password-resets/:token',
      purpose: 'reset',
      operationId: 'resetPassword',
      summary: 'Choose a new password with a link, once',
    },
  ] as const) {
    api.add({
      method: 'POST',
      path,
      permission: 'public',
      operationId,
      tag: 'session',
      summary,
      body: Type.Object({ password: ChosenPassword }, { additionalProperties: false }),
      untrimmed: ['password'],
      answer: {
        description: 'The address to sign in with',
        data: Type.Object({ email: Type.String() }),
      },
      handle: ({ params, body }) =>
        useAccountLink(account, { token: params.token!, purpose, password: body.password }),
    })
  }
}
