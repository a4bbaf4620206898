import { Type } from 'typebox'
import { toUtcDate } from '../../../platform/clock.ts'
import type { Query } from '../../../platform/http/query.ts'
import { fileAnswer } from '../../../platform/http/responses.ts'
import { textStream } from '../../../platform/http/text-stream.ts'
import { FilledText } from '../../../platform/input-schemas.ts'
import { type AdminApi, errors, PREFIX, readQuery } from '../../admin-api/index.ts'
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
export function addExportRecords(api: AdminApi, services: Omit<ExportContext, 'principal'>): void {
  api.app.get(
    `${PREFIX}/exports`,
    {
      // The kind decides on the permission.
      onRequest: api.admit(null),
      schema: {
        operationId: 'exportRecords',
        tags: ['exports'],
        summary: 'Download dealers, territories, warranties or leads as CSV, or as a JSON record a line',
        security: [{ session: [] }, { bearer: [] }],
        querystring: ExportQuery,
        response: {
          200: fileAnswer(
            'The records; cells that a spreadsheet would run begin with a quote',
            'text/csv',
            'application/x-ndjson',
          ),
          ...errors(400, 401, 403, 404, 422, 429),
        },
      },
    },
    async (request, reply) => {
      const { format = 'csv', ...wanted } = readQuery(ExportQuery, (request.query as unknown as Query).params)
      const texts = exportRecords({ ...services, principal: request.principal! }, { ...wanted, format })
      const name = [wanted.kind, wanted.brand, toUtcDate(services.clock.now())].filter(Boolean).join('-')
      const file = `${name.replace(/[^\w.-]/g, '_')}.${format}`
      // An error has none of these headers.
      const stream = await textStream(texts)
      return reply
        .type(TYPES[format])
        .header('content-disposition', `attachment; filename="${file}"`)
        .send(stream as never)
    },
  )
}
