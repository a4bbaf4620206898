import type { Trx } from '../../../platform/db/db.ts'
import type { Brand } from '../../brands/index.ts'
import type { NewDelivery } from '../../deliveries/index.ts'
import type { WarrantyServices } from '../context.ts'
import { updateWarranty } from '../queries/queries.ts'
import type { SyncStatus } from '../schemas.ts'

export type WarrantyEvent = 'warranty.registered' | 'warranty.updated' | 'warranty.transferred'

/** Queues the event for the brand's CRM, if it has one, and sets the warranty's status accordingly. */
export async function queueSync(
  ctx: Pick<WarrantyServices, 'deliveries'>,
  trx: Trx,
  { event, id, brand }: { event: WarrantyEvent; id: number; brand: Brand | undefined },
): Promise<void> {
  const status: SyncStatus = brand?.warrantyCrm ? 'pending' : 'not_configured'
  await updateWarranty(trx, id, { sync_status: status, sync_error: null })
  if (brand?.warrantyCrm) await ctx.deliveries.enqueueAll(trx, [syncDelivery(event, id, brand.id)])
}

/** Returns the delivery of an event to the brand's CRM. A warranty's deliveries go one at a time, in order. */
export function syncDelivery(event: WarrantyEvent, warrantyId: number, brandId: number): NewDelivery {
  return {
    kind: 'warranty_sync',
    event,
    brandId,
    subjectId: warrantyId,
    queueKey: warrantyQueueKey(warrantyId),
  }
}

/** Returns the key of the queue that a warranty's deliveries wait in. */
export function warrantyQueueKey(warrantyId: number): string {
  return `warranty:${warrantyId}`
}
