import { Type } from 'typebox'
import { ListQuery } from '../../../platform/paging.ts'
import type { AdminApi } from '../../admin-api/index.ts'
import { KINDS } from '../kinds.ts'
import { listImports } from '../operations/list-imports.ts'
import { ImportItem } from '../record.ts'
import type { ImportServices } from './services.ts'

const STATES = ['checking', 'ready', 'running', 'done', 'failed'] as const

export function addListImports(api: AdminApi, services: ImportServices): void {
  api.add({
    method: 'GET',
    path: '/imports',
    permission: null,
    operationId: 'listImports',
    tag: 'imports',
    summary: 'List imports of the last 30 days, newest first',
    query: ListQuery({
      brand: Type.Optional(Type.String({ maxLength: 120, description: 'Slug' })),
      kind: Type.Optional(Type.Unsafe<(typeof KINDS)[number]>({ type: 'string', enum: [...KINDS] })),
      state: Type.Optional(Type.Unsafe<(typeof STATES)[number]>({ type: 'string', enum: [...STATES] })),
    }),
    answer: { description: 'A page of imports', data: ImportItem, list: true },
    handle: ({ ctx, query }) => listImports({ ...services, ...ctx }, query, query),
  })
}
