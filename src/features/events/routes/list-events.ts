import type { AdminApi } from '../../admin-api/index.ts'
import { EventFilter, listEvents } from '../operations/list-events.ts'
import { EventRecord } from '../record.ts'

export function addListEvents(api: AdminApi): void {
  api.add({
    method: 'GET',
    path: '/events',
    // Each event needs the permission to read what it shows.
    permission: null,
    operationId: 'listEvents',
    tag: 'events',
    summary: 'List events of the last 30 days, oldest first; `next_cursor` is the next `after`, or `before`',
    query: EventFilter,
    answer: {
      description: 'Events in order, without gaps; with `before` the newest first',
      data: EventRecord,
      list: true,
    },
    async handle({ ctx, query }) {
      const { events, more } = await listEvents(ctx, query)
      const next_cursor = more ? String(events.at(-1)!.id) : null
      const { limit = 50 } = query
      return { items: events, pagination: { page: null, limit, total: null, total_pages: null, next_cursor } }
    },
  })
}
