import type { AdminApi } from '../../admin-api/index.ts'
import { readWarrantyUnchecked } from '../operations/read-warranty.ts'
import { retrySync } from '../operations/retry-sync.ts'
import { AdminWarrantyRecord } from './schemas.ts'
import type { AdminServices } from './services.ts'

export function addRetrySyncNow(api: AdminApi, services: AdminServices): void {
  api.add({
    method: 'POST',
    path: '/warranties/:id/retry-sync',
    permission: 'warranty:retry_sync',
    operationId: 'retryWarrantySyncById',
    tag: 'warranties',
    summary: 'Send a warranty to the CRM now, and wait for the result',
    ignoresKey: true,
    answer: { description: 'How the synchronization stands now', data: AdminWarrantyRecord },
    handle: async ({ ctx: call, id }) => {
      const ctx = { ...services, ...call }
      await retrySync(ctx, { id })
      return readWarrantyUnchecked(ctx, id)
    },
  })
}
