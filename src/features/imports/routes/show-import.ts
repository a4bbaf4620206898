import type { AdminApi } from '../../admin-api/index.ts'
import { showImport } from '../operations/show-import.ts'
import { ImportRecord } from '../record.ts'
import type { ImportServices } from './services.ts'

export function addShowImport(api: AdminApi, services: ImportServices): void {
  api.add({
    method: 'GET',
    path: '/imports/:id',
    permission: null,
    operationId: 'showImport',
    tag: 'imports',
    summary: 'Show an import and its first errors',
    answer: { description: 'The import', data: ImportRecord, versioned: true },
    handle: ({ ctx, id }) => showImport({ ...services, ...ctx }, id),
  })
}
