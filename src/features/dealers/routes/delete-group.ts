import { Type } from 'typebox'
import { Named } from '../../../platform/output-schemas.ts'
import type { AdminApi } from '../../admin-api/index.ts'
import { deleteGroup } from '../operations/delete-group.ts'

const Deleted = Named('Deleted', Type.Object({ id: Type.Integer(), deleted: Type.Literal(true) }))

export function addDeleteGroup(api: AdminApi): void {
  api.add({
    method: 'DELETE',
    path: '/dealer-groups/:id',
    permission: 'dealers:write',
    operationId: 'deleteDealerGroup',
    tag: 'dealers',
    summary: 'Delete a dealer group without dealers',
    answer: { description: 'The group is deleted', data: Deleted },
    errors: [412],
    async handle({ ctx, id, expected }) {
      await deleteGroup(ctx, { reference: `id:${id}`, expected })
      return { id, deleted: true }
    },
  })
}
