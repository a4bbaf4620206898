import type { AdminApi } from '../../admin-api/index.ts'
import { updateDealer } from '../operations/update-dealer.ts'
import { DealerRecord } from '../record.ts'
import type { Places } from '../records/look-up-points.ts'
import { DealerChanges } from '../schemas.ts'
import { toWarnings } from './warnings.ts'

export function addUpdateDealer(api: AdminApi, { locate, locateAll }: Places): void {
  api.add({
    method: 'PATCH',
    path: '/dealers/:id',
    permission: 'dealers:write',
    operationId: 'updateDealer',
    tag: 'dealers',
    summary: 'Change a dealer; omitted fields keep their values, null clears them',
    body: DealerChanges,
    answer: { description: 'The dealer', data: DealerRecord, versioned: true },
    async handle({ ctx, id, body, expected, warn }) {
      const change = { reference: `id:${id}`, changes: body, expected }
      const { dealer, notes } = await updateDealer({ ...ctx, locate, locateAll }, change)
      warn(...toWarnings('dealer', notes))
      return dealer
    },
  })
}
