import { Type } from 'typebox'
import { Fields } from '../../../platform/input-schemas.ts'
import type { AdminApi } from '../../admin-api/index.ts'
import { commitImport } from '../operations/commit-import.ts'
import { ImportRecord } from '../record.ts'
import type { ImportServices } from './services.ts'

export function addCommitImport(api: AdminApi, services: ImportServices): void {
  api.add({
    method: 'POST',
    path: '/imports/:id/commit',
    permission: null,
    operationId: 'commitImport',
    tag: 'imports',
    summary: 'Run a checked import in the background, all or nothing',
    body: Fields({ skip_invalid: Type.Boolean({ expected: 'must be true or false' }) }),
    bodyOptional: true,
    answer: { status: 202, description: 'The import', data: ImportRecord },
    async handle({ ctx, id, body, reply }) {
      // After the transaction of this request.
      reply.raw.once('finish', services.wake)
      return commitImport({ ...services, ...ctx }, { id, skipInvalid: body?.skip_invalid ?? false })
    },
  })
}
