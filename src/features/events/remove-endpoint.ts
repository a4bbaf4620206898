import type { OperationContext } from '../../platform/context.ts'
import type { Trx } from '../../platform/db/db.ts'
import { NO_FIELDS } from '../audit/index.ts'
import { auditEndpoint } from './audit-endpoint.ts'
import { deleteEndpoint, type StoredEndpoint } from './queries/endpoint-queries.ts'

/** Deletes an event endpoint. What waits for it fails. */
export async function removeEndpoint(
  ctx: Pick<OperationContext, 'clock' | 'principal'>,
  trx: Trx,
  endpoint: StoredEndpoint,
): Promise<void> {
  await deleteEndpoint(trx, endpoint.id)
  await auditEndpoint(ctx, trx, 'endpoint.deleted', { endpoint, change: NO_FIELDS })
}
