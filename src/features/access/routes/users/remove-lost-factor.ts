import { Type } from 'typebox'
import type { AdminApi } from '../../../admin-api/index.ts'
import { removeLostFactor } from '../../operations/remove-lost-factor.ts'

export function addRemoveLostFactor(api: AdminApi): void {
  api.add({
    method: 'DELETE',
    path: '/users/:id/second-factor',
    permission: 'access:write',
    operationId: 'removeLostFactor',
    tag: 'users',
    summary: 'Turn off the second factor of a user who has lost it',
    answer: {
      description: 'The user',
      data: Type.Object({ id: Type.Integer(), email: Type.String() }),
    },
    handle: ({ ctx, id }) => removeLostFactor(ctx, `id:${id}`),
  })
}
