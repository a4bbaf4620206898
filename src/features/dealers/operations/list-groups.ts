import type { OperationContext } from '../../../platform/context.ts'
import { listPage, MOST_COUNTED, type Page } from '../../../platform/paging.ts'
import { authorize, brandsOf } from '../../../platform/principal.ts'
import { parse } from '../../../platform/schema-issues.ts'
import * as queries from '../queries/group-queries.ts'
import { type GroupView, viewGroups } from '../records/group-view.ts'
import { GroupList } from '../schemas.ts'

/**
 * Returns a page of the matching dealer groups, by id. A principal that is limited to brands sees the groups of these
 * brands' dealers, and empty ones.
 * @throws Invalid (VALIDATION_ERROR)
 */
export async function listGroups(ctx: OperationContext, input: GroupList): Promise<Page<GroupView>> {
  authorize(ctx.principal, 'dealers:read')
  const { q = '', ...request } = parse(GroupList, input)
  const { read } = ctx.db
  const filter = { brandIds: brandsOf(ctx.principal), text: q }
  const found = await listPage<queries.StoredGroup, [number]>(request, {
    keyOf: ({ id }) => [id],
    isKey: (values) => values.length === 1 && Number.isSafeInteger(values[0]),
    rows: (window) => queries.listGroups(read, filter, window),
    count: () => queries.countGroups(read, filter, MOST_COUNTED + 1),
  })
  return { ...found, items: await viewGroups(read, ctx.principal, found.items) }
}
