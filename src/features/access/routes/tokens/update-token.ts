import type { AdminApi } from '../../../admin-api/index.ts'
import { updateToken } from '../../operations/update-token.ts'
import { TokenRecord } from '../../records.ts'
import { GeneratedTokenChanges, inspectToken } from '../../tokens/token-fields.ts'

export function addUpdateToken(api: AdminApi): void {
  api.add({
    method: 'PATCH',
    path: '/tokens/:id',
    permission: 'access:write',
    operationId: 'updateToken',
    tag: 'tokens',
    summary: 'Change or revoke a token; `new_token` replaces its text, and shows the new one this once',
    body: GeneratedTokenChanges,
    inspectBody: inspectToken,
    answer: { description: 'The token', data: TokenRecord, versioned: true, once: ['token'] },
    handle: ({ ctx, id, body, expected }) =>
      updateToken(ctx, { reference: `id:${id}`, changes: body, expected }),
  })
}
