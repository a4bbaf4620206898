import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Clock } from '../../../platform/clock.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Query } from '../../../platform/http/query.ts'
import { type AdminApi, envelope, errors, PREFIX, readQuery, success } from '../../admin-api/index.ts'
import { NewImport } from '../input.ts'
import { MOST_BYTES_OF_BEGINNING, readColumns } from '../operations/read-columns.ts'
import { FileColumns } from '../record.ts'
import { csvBytes } from './csv-bytes.ts'

const ColumnsQuery = Type.Object({ kind: NewImport.properties.kind }, { additionalProperties: false })

const BODY_ERRORS: Record<never, never> = {
  413: { $ref: 'AdminError#', description: 'The body is larger than 64 KiB' },
  415: { $ref: 'AdminError#', description: 'The body is not labeled as text/csv, or is compressed' },
}

export function addReadColumns(api: AdminApi, { clock }: { clock: Clock }): void {
  api.app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
    scope.route({
      method: 'POST',
      url: `${PREFIX}/imports/columns`,
      onRequest: api.admit(null),
      config: { bodyOptional: true },
      validatorCompiler: () => () => true,
      schema: {
        operationId: 'readImportColumns',
        tags: ['imports'],
        summary: 'Recognize the columns of a CSV file from its first 64 KiB; stores nothing',
        security: [{ session: [] }, { bearer: [] }],
        consumes: ['text/csv'],
        querystring: ColumnsQuery,
        body: Type.String({ format: 'binary' }),
        response: {
          200: envelope('The columns, and the fields that they can hold', FileColumns),
          ...errors(400, 401, 403, 422, 429),
          ...BODY_ERRORS,
        },
      },
      handler: async (request) => {
        const input = readQuery(ColumnsQuery, (request.query as Query).params)
        const bytes = await readBeginning(request).finally(() => request.raw.resume())
        return success(await readColumns({ principal: request.principal! }, input, bytes), clock.now())
      },
    })
  })
}

async function readBeginning(request: FastifyRequest): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of csvBytes(request, { most: MOST_BYTES_OF_BEGINNING, tooLarge })) {
    size += chunk.length
    if (size > MOST_BYTES_OF_BEGINNING) throw tooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function tooLarge(): AppError {
  return new AppError('BODY_TOO_LARGE', 'Send only the first 64 KiB of the file, which contain its columns.')
}
