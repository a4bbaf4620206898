import { Type } from 'typebox'
import { ListQuery } from '../../../platform/paging.ts'
import type { AdminApi } from '../../admin-api/index.ts'
import { endOwnSessions } from '../operations/end-own-sessions.ts'
import { listOwnSessions } from '../operations/list-own-sessions.ts'
import { EndedSessions, Only, OwnSessionRecord } from '../records.ts'
import { signInOf } from './signed-in.ts'

/** Adds GET and DELETE /admin/v1/sessions. */
export function addOwnSessions(api: AdminApi): void {
  api.add({
    method: 'GET',
    path: '/sessions',
    permission: null,
    operationId: 'listOwnSessions',
    tag: 'session',
    summary: 'List your own open sessions, newest first',
    query: ListQuery({}),
    answer: { description: 'A page of sessions', data: OwnSessionRecord, list: true },
    handle: ({ ctx, query, request }) => listOwnSessions(ctx, signInOf(request), query),
  })
  api.add({
    method: 'DELETE',
    path: '/sessions',
    permission: null,
    operationId: 'endOwnSessions',
    tag: 'session',
    summary: 'End all your own sessions but this one; or one',
    query: Type.Object({ only: Only }, { additionalProperties: false }),
    answer: { description: 'How many sessions were open', data: EndedSessions },
    errors: [404],
    handle: ({ ctx, query, request }) => endOwnSessions(ctx, signInOf(request), query),
  })
}
