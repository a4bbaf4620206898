import { Type } from 'typebox'
import { toUtcDate } from '../../../platform/clock.ts'
import { textStream } from '../../../platform/http/text-stream.ts'
import { FilledText } from '../../../platform/input-schemas.ts'
import type { AdminApi } from '../../admin-api/index.ts'
import { type ExportContext, exportRecords, KINDS } from '../operations/export-records.ts'

const ExportQuery = Type.Object(
  {
    kind: Type.Unsafe<(typeof KINDS)[number]>({ type: 'string', enum: [...KINDS] }),
    brand: Type.Optional({ ...FilledText(200), description: 'Slug or id; default: all of your brands' }),
    format: Type.Optional(
      Type.Unsafe<'csv' | 'ndjson'>({ type: 'string', enum: ['csv', 'ndjson'], default: 'csv' }),
    ),
  },
  { additionalProperties: false },
)

const TYPES = { csv: 'text/csv; charset=utf-8', ndjson: 'application/x-ndjson; charset=utf-8' }

/** Adds GET /admin/v1/exports. */
export function addExportRecords(api: AdminApi, services: Pick<ExportContext, 'brands'>): void {
  api.addFile({
    path: '/exports',
    // The kind decides on the permission.
    permission: null,
    operationId: 'exportRecords',
    tag: 'exports',
    summary: 'Download dealers, territories, warranties or leads as CSV, or as a JSON record a line',
    query: ExportQuery,
    answer: {
      description: 'The records; cells that a spreadsheet would run begin with a quote',
      types: ['text/csv', 'application/x-ndjson'],
    },
    errors: [404],
    async send({ ctx, query: { format = 'csv', ...wanted }, reply }) {
      const texts = exportRecords({ ...services, ...ctx }, { ...wanted, format })
      const name = [wanted.kind, wanted.brand, toUtcDate(ctx.clock.now())].filter(Boolean).join('-')
      const file = `${name.replace(/[^\w.-]/g, '_')}.${format}`
      // An error has none of these headers.
      const stream = await textStream(texts)
      return reply
        .type(TYPES[format])
        .header('content-disposition', `attachment; filename="${file}"`)
        .send(stream as never)
    },
  })
}
