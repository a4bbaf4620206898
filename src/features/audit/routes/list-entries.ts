import { type TSchema, Type } from 'typebox'
import { ListQuery } from '../../../platform/paging.ts'
import { type AdminApi, BOUNDS, Named, readBounds } from '../../admin-api/index.ts'
import { type AuditContext, listEntries } from '../operations/list-entries.ts'

const Nullable = (schema: TSchema) => Type.Union([schema, Type.Null()])
const Whom = Type.Object({
  kind: Type.String(),
  id: Nullable(Type.Integer()),
  name: Nullable(Type.String()),
})
const Values = Nullable(Type.Unsafe<object>({ type: 'object' }))

const Entry = Named(
  'AuditEntry',
  Type.Object({
    id: Type.Integer(),
    at: Type.String({ format: 'date-time' }),
    actor: Whom,
    action: Type.String(),
    subject: Whom,
    brand: Nullable(Type.Object({ id: Type.Integer(), slug: Nullable(Type.String()) })),
    before: Values,
    after: Values,
  }),
)

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
