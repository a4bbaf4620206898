import type { AdminApi } from '../../admin-api/index.ts'
import { showEvent } from '../operations/show-event.ts'
import { EventRecord } from '../record.ts'

export function addShowEvent(api: AdminApi): void {
  api.add({
    method: 'GET',
    path: '/events/:id',
    // An event needs the permission to read what it shows.
    permission: null,
    operationId: 'showEvent',
    tag: 'events',
    summary: 'Show an event of the last 30 days',
    answer: { description: 'The event', data: EventRecord },
    handle: ({ ctx, id }) => showEvent(ctx, { id }),
  })
}
