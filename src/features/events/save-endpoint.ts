import { randomBytes } from 'node:crypto'
import type { OperationContext } from '../../platform/context.ts'
import type { Trx } from '../../platform/db/db.ts'
import { Invalid, type Issue } from '../../platform/errors.ts'
import { checkTargetUrl, type TargetRules } from '../../platform/outgoing/target.ts'
import { changes } from '../audit/index.ts'
import { auditEndpoint } from './audit-endpoint.ts'
import { AUDITED_FIELDS, toAuditView } from './endpoint-view.ts'
import * as queries from './queries/endpoint-queries.ts'
import { ALL_TYPES, type EndpointChanges } from './schemas.ts'

/** An endpoint to create, or with `id` to change. Omitted fields keep their values. */
export interface EndpointInput extends Omit<EndpointChanges, 'brands'> {
  id?: number
  brandIds?: readonly number[] | undefined
  secret?: string
  /** Whether the secret before still signs. */
  previousSecret?: string | null
}

/** Returns a secret as Standard Webhooks writes it. */
export function generateSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`
}

/** Returns what is wrong with an address. */
export function urlIssues(url: unknown, rules: TargetRules): Issue[] {
  const message = typeof url === 'string' && url !== '' ? checkTargetUrl(url, rules) : null
  return message === null ? [] : [{ field: 'url', message }]
}

/** @throws Invalid (VALIDATION_ERROR) for an address that is not permitted */
export function requireTarget(url: string | undefined, rules: TargetRules): void {
  const issues = urlIssues(url, rules)
  if (issues.length > 0) throw new Invalid(issues)
}

/**
 * Creates or changes an endpoint, and adds it to the audit trail. Returns it, with the secret of a new one. Who switches it
 * on again ends its failures.
 */
export async function saveEndpoint(
  ctx: Pick<OperationContext, 'clock' | 'principal'>,
  trx: Trx,
  { id, brandIds, event_types, description, secret, previousSecret, ...fields }: EndpointInput,
): Promise<{ endpoint: queries.StoredEndpoint; secret?: string }> {
  const now = ctx.clock.now()
  const change = {
    ...fields,
    ...(description !== undefined && { description: description ?? '' }),
    ...(event_types && { event_types: JSON.stringify(normalizeTypes(event_types)) }),
    ...(previousSecret !== undefined && { previous_secret: previousSecret }),
  }
  if (id === undefined) {
    const made = secret ?? generateSecret()
    const row = { event_types: JSON.stringify([ALL_TYPES]), ...change, url: fields.url!, secret: made }
    const created = await queries.insertEndpoint(trx, { ...row, created_at: now, updated_at: now })
    await queries.replaceBrands(trx, created, brandIds ?? [])
    const [endpoint] = await queries.findEndpoints(trx, [created])
    const audited = changes(null, toAuditView(endpoint!), AUDITED_FIELDS)
    await auditEndpoint(ctx, trx, 'endpoint.created', { endpoint: endpoint!, change: audited })
    return { endpoint: endpoint!, secret: made }
  }
  const [before] = await queries.findEndpoints(trx, [id])
  const isSwitchedOn = fields.active === true && !before!.active
  await queries.changeEndpoint(trx, id, {
    ...change,
    ...(secret !== undefined && { secret }),
    ...(isSwitchedOn && { failing_since: null, disabled_at: null }),
    updated_at: now,
  })
  if (brandIds) await queries.replaceBrands(trx, id, brandIds)
  const [after] = await queries.findEndpoints(trx, [id])
  const audited = changes(toAuditView(before!), toAuditView(after!), AUDITED_FIELDS)
  await auditEndpoint(ctx, trx, 'endpoint.updated', { endpoint: after!, change: audited })
  return { endpoint: after! }
}

function normalizeTypes(types: readonly string[]): string[] {
  return types.includes(ALL_TYPES) ? [ALL_TYPES] : [...new Set(types)]
}
