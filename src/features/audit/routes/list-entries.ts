import { Type } from 'typebox'
import { ListQuery } from '../../../platform/paging.ts'
import { type AdminApi, BOUNDS, readBounds } from '../../admin-api/index.ts'
import { type AuditContext, listEntries } from '../operations/list-entries.ts'
import { Entry } from '../record.ts'

/** Adds the audit trail to the administration. */
export function addListEntries(api: AdminApi, services: Pick<AuditContext, 'references' | 'names'>): void {
  api.add({
    method: 'GET',
    path: '/audit',
    permission: 'audit:read',
    operationId: 'listAuditEntries',
    tag: 'audit',
    summary: 'List what was changed by whom, the newest first',
    query: ListQuery({
      actor: Type.Optional(Type.String({ description: '`user:7`, `token:3`, `shell` or `system`' })),
      action: Type.Optional(
        Type.String({ description: 'One, or all of a kind: `warranty.updated`, `warranty`' }),
      ),
      subject: Type.Optional(Type.String({ description: '`dealer:15`, `territory:US 75067`' })),
      brand: Type.Optional(Type.String({ description: 'Slug or id' })),
      ...BOUNDS,
    }),
    answer: { description: 'A page of entries', data: Entry, list: true },
    handle: ({ ctx, query }) => listEntries({ ...services, ...ctx }, readBounds(query)),
  })
}
