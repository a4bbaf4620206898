import type { OperationContext } from '../../../platform/context.ts'
import { authorize } from '../../../platform/principal.ts'
import { type ListedEntry, type Names, toListed } from '../describe-entry.ts'
import { findEntries } from '../queries.ts'
import { type AuditFilter, type References, readFilter } from '../read-filter.ts'

/** What the audit trail is read with. */
export interface AuditContext extends OperationContext {
  references: References
  /** Returns the present names of what the trail has ids of. */
  names(): Promise<Names>
}

/**
 * Returns the newest matching entries, the newest first.
 * @throws Invalid (VALIDATION_ERROR) for an unknown actor, action or subject
 * @throws NotFound (NOT_FOUND) for a record in the filter
 */
export async function listEntries(
  ctx: AuditContext,
  { limit, ...filter }: AuditFilter & { limit: number },
): Promise<ListedEntry[]> {
  authorize(ctx.principal, 'audit:read')
  const rows = await findEntries(ctx.db.read, await readFilter(filter, ctx.references), limit)
  const names = await ctx.names()
  return rows.map((row) => toListed(row, names))
}
