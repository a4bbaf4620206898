import type { OperationContext } from '../../../platform/context.ts'
import { authorize } from '../../../platform/principal.ts'
import { parse } from '../../../platform/schema-issues.ts'
import * as queries from '../queries/list-queries.ts'
import { GroupList } from '../schemas.ts'

/**
 * Returns a page of the matching dealer groups, by id, with the number of their dealers, and the number of all of them.
 * @throws Invalid (VALIDATION_ERROR)
 */
export async function listGroups(ctx: OperationContext, input: GroupList) {
  authorize(ctx.principal, 'dealers:read')
  const { search = '', page, limit } = parse(GroupList, input)
  const text = search.toLowerCase()
  const groups = (await queries.listGroups(ctx.db.read)).filter(({ name }) =>
    name.toLowerCase().includes(text),
  )
  return { rows: groups.slice((page - 1) * limit, page * limit), total: groups.length }
}
