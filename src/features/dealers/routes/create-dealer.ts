import type { AdminApi } from '../../admin-api/index.ts'
import { createDealer } from '../operations/create-dealer.ts'
import { DealerRecord } from '../record.ts'
import { DealerFields, toDealerInput } from '../records/dealer-fields.ts'
import { lookUpPoints, type Places } from '../records/look-up-points.ts'
import { rememberPlaces } from '../records/remember-places.ts'
import { toWarnings } from './warnings.ts'

export function addCreateDealer(api: AdminApi, places: Places): void {
  api.add({
    method: 'POST',
    path: '/dealers',
    permission: 'dealers:write',
    operationId: 'createDealer',
    tag: 'dealers',
    summary: 'Create a dealer; without coordinates it gets those of its postal code',
    body: DealerFields,
    answer: { status: 201, description: 'The new dealer', data: DealerRecord, versioned: true },
    async prepare({ ctx, body }) {
      const known = rememberPlaces(places)
      await lookUpPoints(ctx.db.read, [toDealerInput(body)], known)
      return known
    },
    async handle({ ctx, body, warn }, { locate, locateAll }) {
      const { dealer, notes } = await createDealer({ ...ctx, locate, locateAll }, body)
      warn(...toWarnings('dealer', notes))
      return dealer
    },
  })
}
