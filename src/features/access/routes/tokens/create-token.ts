import type { AdminApi } from '../../../admin-api/index.ts'
import { createToken } from '../../operations/create-token.ts'
import { TokenRecord } from '../../records.ts'
import { GeneratedToken, inspectNewToken } from '../../tokens/token-fields.ts'

export function addCreateToken(api: AdminApi): void {
  api.add({
    method: 'POST',
    path: '/tokens',
    permission: 'access:write',
    operationId: 'createToken',
    tag: 'tokens',
    summary: 'Create a token, whose text is shown this once',
    body: GeneratedToken,
    inspectBody: inspectNewToken,
    answer: {
      status: 201,
      description: 'The new token',
      data: TokenRecord,
      versioned: true,
      once: ['token'],
    },
    handle: ({ ctx, body }) => createToken(ctx, body),
  })
}
