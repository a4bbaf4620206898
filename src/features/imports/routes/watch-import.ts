import { Readable } from 'node:stream'
import type { AdminApi } from '../../admin-api/index.ts'
import { type ImportEvent, watchImport } from '../operations/watch-import.ts'
import type { ImportServices } from './services.ts'

/** Milliseconds in which a closing server waits for readers to take the last event. */
const LAST_EVENT_MS = 500

export function addWatchImport(api: AdminApi, services: ImportServices): void {
  const closing = new AbortController()
  const streams = new Set<Readable>()
  api.app.addHook('preClose', async () => {
    closing.abort()
    // Readers that are too slow would keep the server from closing.
    setTimeout(() => {
      for (const stream of streams) stream.destroy()
    }, LAST_EVENT_MS).unref()
  })
  api.addFile({
    path: '/imports/:id/events',
    permission: null,
    operationId: 'watchImport',
    tag: 'imports',
    summary: 'Follow a check or run as server-sent events, until it is over',
    answer: {
      description: 'An event for each change: `data` has state, progress and summary',
      types: ['text/event-stream'],
    },
    withoutHead: true,
    async send({ ctx, id, reply }) {
      const events = watchImport({ ...services, ...ctx }, id, closing.signal)
      const first = await events.next()
      const stream = Readable.from(toLines(first.value ?? null, events))
      streams.add(stream)
      stream.once('close', () => streams.delete(stream))
      return reply
        .type('text/event-stream; charset=utf-8')
        .header('x-accel-buffering', 'no')
        .send(stream as never)
    },
  })
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
