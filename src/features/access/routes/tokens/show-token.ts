import type { AdminApi } from '../../../admin-api/index.ts'
import { showToken } from '../../operations/show-token.ts'
import { TokenRecord } from '../../records.ts'

export function addShowToken(api: AdminApi): void {
  api.add({
    method: 'GET',
    path: '/tokens/:id',
    permission: 'access:read',
    operationId: 'showToken',
    tag: 'tokens',
    summary: 'Show a token without its text',
    answer: { description: 'The token', data: TokenRecord, versioned: true },
    handle: ({ ctx, id }) => showToken(ctx, `id:${id}`),
  })
}
