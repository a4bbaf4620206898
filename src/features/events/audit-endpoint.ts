import type { OperationContext } from '../../platform/context.ts'
import type { Trx } from '../../platform/db/db.ts'
import { type AuditEntry, recordAudit } from '../audit/index.ts'
import { hostOf } from './endpoint-view.ts'
import type { StoredEndpoint } from './queries/endpoint-queries.ts'

/** Adds to the audit trail what was done to an endpoint. */
export function auditEndpoint(
  { clock, principal }: Pick<OperationContext, 'clock' | 'principal'>,
  trx: Trx,
  action: AuditEntry['action'] & `endpoint.${string}`,
  { endpoint, change }: { endpoint: StoredEndpoint; change: AuditEntry['change'] },
): Promise<void> {
  const [brand, ...others] = endpoint.brands
  return recordAudit(trx, [
    {
      at: clock.now(),
      principal,
      action,
      subject: { id: endpoint.id, name: hostOf(endpoint.url) },
      brandId: brand && others.length === 0 ? brand.id : null,
      change,
    },
  ])
}
