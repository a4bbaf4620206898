import { Type } from 'typebox'
import type { AdminApi, Admit } from '../../admin-api/index.ts'
import type { AccountContext } from '../context.ts'
import { requestPasswordReset } from '../operations/request-password-reset.ts'
import { Email } from '../users/user-fields.ts'

interface ResetServices {
  admit: Admit
  onError: (error: unknown) => void
}

export function addRequestPasswordReset(
  api: AdminApi,
  account: AccountContext,
  { admit, onError }: ResetServices,
): void {
  api.add({
    method: 'POST',
    path: '/password-resets',
    permission: 'public',
    operationId: 'requestPasswordReset',
    tag: 'session',
    summary: 'Request a link to choose a new password; the response is the same for every address',
    body: Type.Object({ email: Email }, { additionalProperties: false }),
    answer: {
      status: 202,
      description: 'A mail is sent if there is such a user',
      data: Type.Object({
        link: Type.Optional(
          Type.String({
            description: 'For a signed-in administrator where no mail is sent: to be handed over',
          }),
        ),
      }),
    },
    handle: async ({ body, request, reply }) => {
      // Nobody need be known here, and a session that is over must not keep anybody from asking.
      const principal = await admit(request, reply).catch(() => undefined)
      return requestPasswordReset(account, { email: body.email, address: request.ip, principal, onError })
    },
  })
}
