import { Readable } from 'node:stream'
import { Type } from 'typebox'
import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import { fileAnswer } from '../../../platform/http/responses.ts'
import { type AdminApi, errors, idOf, PREFIX } from '../../admin-api/index.ts'
import { type ImportEvent, watchImport } from '../operations/watch-import.ts'
import type { ImportServices } from './services.ts'

/** Milliseconds in which a closing server waits for readers to take the last event. */
const LAST_EVENT_MS = 500

export function addWatchImport(
  api: AdminApi,
  core: { db: Db; clock: Clock },
  services: ImportServices,
): void {
  const closing = new AbortController()
  const streams = new Set<Readable>()
  api.app.addHook('preClose', async () => {
    closing.abort()
    // Readers that are too slow would keep the server from closing.
    setTimeout(() => {
      for (const stream of streams) stream.destroy()
    }, LAST_EVENT_MS).unref()
  })
  api.app.get(
    `${PREFIX}/imports/:id/events`,
    {
      onRequest: api.admit(null),
      exposeHeadRoute: false,
      schema: {
        operationId: 'watchImport',
        tags: ['imports'],
        summary: 'Follow a check or run as server-sent events, until it is over',
        security: [{ session: [] }, { bearer: [] }],
        params: Type.Object({ id: Type.Integer() }),
        response: {
          200: fileAnswer(
            'An event for each change: `data` has state, progress and summary',
            'text/event-stream',
          ),
          ...errors(400, 401, 403, 404, 429),
        },
      },
    },
    async (request, reply) => {
      const ctx = { ...services, ...core, principal: request.principal! }
      const events = watchImport(ctx, idOf(request), closing.signal)
      const first = await events.next()
      const stream = Readable.from(toLines(first.value ?? null, events))
      streams.add(stream)
      stream.once('close', () => streams.delete(stream))
      return reply
        .type('text/event-stream; charset=utf-8')
        .header('x-accel-buffering', 'no')
        .send(stream as never)
    },
  )
}

/** Yields events as text; a comment where there is none keeps the connection open. */
async function* toLines(
  first: ImportEvent | null,
  others: AsyncIterable<ImportEvent | null>,
): AsyncGenerator<string> {
  yield toText(first)
  for await (const event of others) yield toText(event)
}

function toText(event: ImportEvent | null): string {
  return event ? `data: ${JSON.stringify(event)}\n\n` : ':\n\n'
}
