import type { OperationContext } from '../../platform/context.ts'
import type { Trx } from '../../platform/db/db.ts'
import { type Issue, issue } from '../../platform/errors.ts'
import { isWebhookSecret } from '../../platform/outgoing/signature.ts'
import type { TargetRules } from '../../platform/outgoing/target.ts'
import { check } from '../../platform/schema-issues.ts'
import type { RowIssue } from '../../platform/upsert-matching.ts'
import { findEndpoints, type StoredEndpoint } from './queries/endpoint-queries.ts'
import { removeEndpoint } from './remove-endpoint.ts'
import { type EndpointInput, saveEndpoint, urlIssues } from './save-endpoint.ts'
import { EndpointEntry } from './schemas.ts'

/** Returns everything that is wrong with an endpoint of a set-up file by itself. */
export function findEndpointIssues(entry: unknown, rules: TargetRules): Issue[] {
  const { url, secret, delete: isGone } = (entry ?? {}) as Partial<EndpointEntry>
  const issues = [...check(EndpointEntry, entry), ...(isGone === true ? [] : urlIssues(url, rules))]
  if (typeof secret === 'string' && !isWebhookSecret(secret)) {
    issues.push(issue('secret', 'must be a Standard Webhooks secret: whsec_ and the key in base64'))
  }
  return issues
}

/** An endpoint of a set-up file. */
export type EndpointRow = Omit<EndpointInput, 'id' | 'previousSecret'> & { url: string; delete?: true }

/**
 * Creates, changes and deletes endpoints, matched by their address. Those that say what is stored already are not
 * written. Returns each input's endpoint, with its secret if it was generated now; undefined where it is invalid or gone.
 */
export async function saveEndpoints(
  ctx: OperationContext,
  trx: Trx,
  inputs: readonly EndpointRow[],
): Promise<{ endpoints: ({ id: number; url: string; secret?: string } | undefined)[]; issues: RowIssue[] }> {
  const issues: RowIssue[] = []
  const endpoints: ({ id: number; url: string; secret?: string } | undefined)[] = []
  const stored = inputs.length === 0 ? [] : await findEndpoints(trx)
  const seen = new Set<string>()
  for (const [row, { delete: isGone, ...input }] of inputs.entries()) {
    const [known, ...others] = stored.filter(({ url }) => url === input.url)
    endpoints.push(undefined)
    if (seen.has(input.url)) issues.push({ row, ...issue('url', 'is in the file a second time') })
    else if (others.length > 0) issues.push({ row, ...issue('url', 'is that of several endpoints') })
    else if (isGone) {
      if (known) await removeEndpoint(ctx, trx, known)
    } else if (!known && !input.brandIds) {
      issues.push({ row, ...issue('brands', 'is required for a new endpoint') })
    } else if (input.brandIds?.length === 0) {
      // Its brands are unknown, which is reported already.
    } else if (known && isStored(input, known)) {
      endpoints[row] = { id: known.id, url: input.url }
    } else {
      const change = known ? { ...input, id: known.id } : input
      const { endpoint, secret } = await saveEndpoint(ctx, trx, change)
      const isMade = secret !== undefined && input.secret === undefined
      endpoints[row] = { id: endpoint.id, url: input.url, ...(isMade && { secret }) }
    }
    seen.add(input.url)
  }
  return { endpoints, issues }
}

function isStored(input: EndpointRow, stored: StoredEndpoint): boolean {
  const { brandIds, event_types, description, active, secret } = input
  const ids = (values: readonly number[]) => [...new Set(values)].sort((a, b) => a - b).join()
  return (
    (brandIds === undefined || ids(brandIds) === ids(stored.brands.map(({ id }) => id))) &&
    (event_types === undefined || JSON.stringify(event_types) === stored.event_types) &&
    (description === undefined || (description ?? '') === stored.description) &&
    (active === undefined || active === Boolean(stored.active)) &&
    (secret === undefined || secret === stored.secret)
  )
}
