import { Type } from 'typebox'
import type { AdminApi } from '../../admin-api/index.ts'
import type { AccountContext } from '../context.ts'
import { confirmSecondFactor } from '../operations/confirm-second-factor.ts'
import { removeSecondFactor } from '../operations/remove-second-factor.ts'
import { startSecondFactor } from '../operations/start-second-factor.ts'
import { Code, KnownPassword } from '../sign-in-schemas.ts'
import { signInOf } from './signed-in.ts'

const path = '/session/second-factor'
const closed = { additionalProperties: false }

/** Adds the endpoints with which people set up and remove their own second factor. */
export function addSecondFactor(api: AdminApi, account: AccountContext): void {
  api.add({
    ...{ method: 'POST', path, permission: null, operationId: 'startSecondFactor', tag: 'session' },
    summary: 'Start to set up a second factor (TOTP)',
    ignoresKey: true,
    answer: {
      description: 'The secret for an authenticator app; it asks for nothing until it is confirmed',
      data: Type.Object({
        secret: Type.String({ description: 'Base32' }),
        otpauth_uri: Type.String({ description: 'To be shown as a QR code' }),
      }),
    },
    handle: ({ request }) => startSecondFactor(account, signInOf(request).userId),
  })
  api.add({
    ...{ method: 'PUT', path, permission: null, operationId: 'confirmSecondFactor', tag: 'session' },
    summary: 'Turn the second factor on with a first code',
    body: Type.Object({ code: Code }, closed),
    answer: {
      description: 'Recovery codes, which are not shown again: each replaces a code once',
      data: Type.Object({ recovery_codes: Type.Array(Type.String()) }),
    },
    handle: ({ body, request }) =>
      confirmSecondFactor(account, signInOf(request), { code: body.code, address: request.ip }),
  })
  api.add({
    ...{ method: 'DELETE', path, permission: null, operationId: 'removeSecondFactor', tag: 'session' },
    summary: 'Turn the second factor off, with a code or the password',
    body: Type.Object({ code: Type.Optional(Code), password: Type.Optional(KnownPassword) }, closed),
    untrimmed: ['password'],
    answer: { description: 'There is no second factor', data: Type.Object({}) },
    handle: async ({ body, request }) => {
      await removeSecondFactor(account, signInOf(request).userId, { ...body, address: request.ip })
      return {}
    },
  })
}
