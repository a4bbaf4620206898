import { Readable } from 'node:stream'
import { Type } from 'typebox'
import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import { fileAnswer } from '../../../platform/http/responses.ts'
import { type AdminApi, errors, idOf, PREFIX } from '../../admin-api/index.ts'
import { readInvalidRows } from '../operations/read-invalid-rows.ts'
import type { ImportServices } from './services.ts'

export function addInvalidRows(
  api: AdminApi,
  core: { db: Db; clock: Clock },
  services: ImportServices,
): void {
  api.app.get(
    `${PREFIX}/imports/:id/invalid-rows`,
    {
      onRequest: api.admit(null),
      schema: {
        operationId: 'readInvalidRows',
        tags: ['imports'],
        summary: 'Download the invalid rows with their reasons, as a CSV file to fix and upload again',
        security: [{ session: [] }, { bearer: [] }],
        params: Type.Object({ id: Type.Integer() }),
        response: { 200: fileAnswer('The invalid rows', 'text/csv'), ...errors(400, 401, 403, 404, 429) },
      },
    },
    async (request, reply) => {
      const id = idOf(request)
      const chunks = await readInvalidRows({ ...services, ...core, principal: request.principal! }, id)
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="import-${id}-invalid-rows.csv"`)
        .send(Readable.from(chunks, { objectMode: false }) as never)
    },
  )
}
