import { Type } from 'typebox'
import type { AdminApi } from '../../admin-api/index.ts'
import { replayEvents } from '../operations/replay-events.ts'
import { Replay } from '../schemas.ts'
import type { EndpointServices } from './services.ts'

export function addReplayEvents(api: AdminApi, services: EndpointServices): void {
  api.add({
    method: 'POST',
    path: '/event-endpoints/:id/replay',
    permission: 'brands:write',
    operationId: 'replayEvents',
    tag: 'events',
    summary: 'Send the events of a period, or some by id, to an endpoint again; or count them',
    body: Replay,
    answer: {
      status: 202,
      description: 'How many are sent again, or would be in a dry run',
      data: Type.Object({ replayed: Type.Integer() }),
    },
    handle: ({ ctx, id, body }) => replayEvents({ ...services, ...ctx }, { id, ...body }),
  })
}
