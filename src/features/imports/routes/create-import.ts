import { Type } from 'typebox'
import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import { joinTransaction } from '../../../platform/db/joined.ts'
import { answerOnce } from '../../../platform/http/idempotent.ts'
import type { Query } from '../../../platform/http/query.ts'
import {
  type AdminApi,
  callerOf,
  envelope,
  errors,
  PREFIX,
  readQuery,
  success,
} from '../../admin-api/index.ts'
import { NewImport } from '../input.ts'
import {
  discardUpload,
  MOST_BYTES,
  receiveImport,
  startImport,
  tooLarge,
} from '../operations/receive-import.ts'
import { ImportRecord } from '../record.ts'
import { csvBytes } from './csv-bytes.ts'
import type { ImportServices } from './services.ts'

/** Files have limits and a type of their own. */
const UPLOAD_ERRORS: Record<never, never> = {
  408: { $ref: 'AdminError#', description: 'The file took longer than 10 minutes to arrive' },
  413: { $ref: 'AdminError#', description: 'The file is larger than 64 MiB' },
  415: { $ref: 'AdminError#', description: 'The body is not labeled as text/csv, or is compressed' },
}

/** Milliseconds in which a file must arrive: 64 MiB at a megabit a second. */
const UPLOAD_MS = 600_000

export function addCreateImport(
  api: AdminApi,
  core: { db: Db; clock: Clock },
  services: ImportServices,
): void {
  api.app.register(async (scope) => {
    // The file is read as it arrives, not into memory.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
    scope.route({
      method: 'POST',
      url: `${PREFIX}/imports`,
      onRequest: api.admit(null),
      config: { takesKey: true, bodyOptional: true, bodyMs: UPLOAD_MS },
      validatorCompiler: () => () => true,
      schema: {
        operationId: 'createImport',
        tags: ['imports'],
        summary: 'Upload a CSV file of up to 64 MiB; it is checked in the background and changes nothing',
        security: [{ session: [] }, { bearer: [] }],
        consumes: ['text/csv'],
        querystring: NewImport,
        body: Type.String({ format: 'binary' }),
        response: {
          202: envelope('The import', ImportRecord),
          ...errors(400, 401, 403, 404, 409, 422, 429),
          ...UPLOAD_ERRORS,
        },
      },
      handler: async (request, reply) => {
        const input = readQuery(NewImport, (request.query as Query).params)
        const ctx = { ...services, ...core, principal: request.principal! }
        const bytes = csvBytes(request, { most: MOST_BYTES, tooLarge })
        const upload = await receiveImport(ctx, input, bytes).finally(() => request.raw.resume())
        const start = async (db: Db) => {
          const record = await startImport({ ...ctx, db }, upload)
          return success(record, core.clock.now(), 202)
        }
        // The fingerprint of a repeated request.
        request.rawBody = upload.digest
        reply.status(202)
        let started = false
        try {
          const answered = await answerOnce(core, request, reply, callerOf(request), async (trx) => {
            started = true
            return { status: 202, body: await start(joinTransaction(core.db, trx)) }
          })
          if (answered) {
            if (!started) await discardUpload(ctx, upload.id)
            services.wake()
            return reply
          }
        } catch (error) {
          await discardUpload(ctx, upload.id)
          throw error
        }
        const body = await start(core.db)
        services.wake()
        return body
      },
    })
  })
}
