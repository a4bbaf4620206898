import { Readable } from 'node:stream'
import type { AdminApi } from '../../admin-api/index.ts'
import { readInvalidRows } from '../operations/read-invalid-rows.ts'
import type { ImportServices } from './services.ts'

export function addInvalidRows(api: AdminApi, services: ImportServices): void {
  api.addFile({
    path: '/imports/:id/invalid-rows',
    permission: null,
    operationId: 'readInvalidRows',
    tag: 'imports',
    summary: 'Download the invalid rows with their reasons, as a CSV file to fix and upload again',
    answer: { description: 'The invalid rows', types: ['text/csv'] },
    async send({ ctx, id, reply }) {
      const chunks = await readInvalidRows({ ...services, ...ctx }, id)
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="import-${id}-invalid-rows.csv"`)
        .send(Readable.from(chunks, { objectMode: false }) as never)
    },
  })
}
