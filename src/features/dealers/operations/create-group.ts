import type { OperationContext } from '../../../platform/context.ts'
import { Conflict } from '../../../platform/errors.ts'
import { authorize } from '../../../platform/principal.ts'
import { parse } from '../../../platform/schema-issues.ts'
import { lockDealers } from '../changes.ts'
import * as queries from '../queries/list-queries.ts'
import { findGroup } from '../records/find-dealer.ts'
import { saveGroups } from '../records/save-groups.ts'
import { NewGroup } from '../schemas.ts'

/**
 * Creates a dealer group.
 * @throws Invalid (VALIDATION_ERROR)
 * @throws Conflict (CONFLICT) where a group has this name or id
 */
export async function createGroup(ctx: OperationContext, input: NewGroup) {
  authorize(ctx.principal, 'dealers:write')
  const group = parse(NewGroup, input)
  return ctx.db.write(async (trx) => {
    await lockDealers(ctx.db, trx)
    const groups = await queries.listGroups(trx)
    const same = groups.find(({ id, name }) => id === group.id || name === group.name)
    if (same) {
      throw new Conflict('CONFLICT', `There is such a dealer group already: ${same.name} (id ${same.id}).`)
    }
    const { ids } = await saveGroups(ctx, trx, [group])
    return findGroup(trx, `id:${ids[0]}`)
  })
}
