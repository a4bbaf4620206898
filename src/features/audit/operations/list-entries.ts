import type { OperationContext } from '../../../platform/context.ts'
import { NotFound } from '../../../platform/errors.ts'
import { listPage, type Page, type PageRequest } from '../../../platform/paging.ts'
import { authorize, brandsOf } from '../../../platform/principal.ts'
import { isId } from '../../../platform/references.ts'
import { type ListedEntry, type Names, toListed } from '../describe-entry.ts'
import { countEntries, type EntryRow, findEntries } from '../queries.ts'
import { type AuditFilter, type References, readFilter } from '../read-filter.ts'

/** The context for reading the audit trail. */
export interface AuditContext extends OperationContext {
  references: References
  /** Returns the present names of what the trail has ids of. */
  names(): Promise<Names>
}

/**
 * Returns a page of the matching entries, the newest first. A principal that is limited to brands sees what was done to
 * these, and nothing that belongs to no brand.
 * @throws Invalid (VALIDATION_ERROR) for an unknown actor, action or subject
 * @throws NotFound (NOT_FOUND) for a record in the filter
 */
export async function listEntries(
  ctx: AuditContext,
  { page, limit, cursor, ...filter }: AuditFilter & PageRequest,
): Promise<Page<ListedEntry>> {
  authorize(ctx.principal, 'audit:read')
  const held = brandsOf(ctx.principal)
  const references = held ? ownReferences(ctx.references, held) : ctx.references
  const conditions = { ...(await readFilter(filter, references)), brandIds: held && [...held] }
  const found = await listPage<EntryRow, [at: number, id: number]>(
    { page, limit, cursor },
    {
      keyOf: ({ at, id }) => [at, id],
      isKey: (values) => values.length === 2 && values.every(Number.isSafeInteger),
      rows: ({ after, ...window }) => {
        const before = after && { at: after[0], id: after[1] }
        return findEntries(ctx.db.scan, { ...conditions, before }, window)
      },
      count: () => countEntries(ctx.db.scan, conditions),
    },
  )
  const names = await ctx.names()
  return { ...found, items: found.items.map((row) => toListed(row, names)) }
}

/** Returns references that reveal nothing beyond these brands: a user or token is named by its id, known or not. */
function ownReferences(references: References, held: ReadonlySet<number>): References {
  const byId = async (text: string) => (isId(text) ? Number(text) : 0)
  return {
    ...references,
    user: byId,
    token: byId,
    // A hull of another brand is as unknown as one that doesn't exist.
    warranties: (hin) => references.warranties(hin).catch(() => [0]),
    async brand(reference) {
      const id = await references.brand(reference).catch(() => 0)
      if (held.has(id)) return id
      throw new NotFound('NOT_FOUND', `There is no brand "${reference}".`)
    },
  }
}
