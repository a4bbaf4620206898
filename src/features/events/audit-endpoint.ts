import type { OperationContext } from '../../platform/context.ts'
import type { Trx } from '../../platform/db/db.ts'
import { type AuditEntry, onlyBrand, recordAudit } from '../audit/index.ts'
import { hostOf } from './endpoint-view.ts'
import type { StoredEndpoint } from './queries/endpoint-queries.ts'

/** Adds to the audit trail what was done to an endpoint. */
export function auditEndpoint(
  { clock, principal }: Pick<OperationContext, 'clock' | 'principal'>,
  trx: Trx,
  action: AuditEntry['action'] & `endpoint.${string}`,
  { endpoint, change }: { endpoint: StoredEndpoint; change: AuditEntry['change'] },
): Promise<void> {
  return recordAudit(trx, [
    {
      at: clock.now(),
      principal,
      action,
      subject: { id: endpoint.id, name: hostOf(endpoint.url) },
      brandId: onlyBrand(endpoint.brands.map(({ id }) => id)),
      change,
    },
  ])
}
