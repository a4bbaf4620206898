import type { OperationContext } from '../../../platform/context.ts'
import type { Trx } from '../../../platform/db/db.ts'
import { issue } from '../../../platform/errors.ts'
import { brandsOf } from '../../../platform/principal.ts'
import type { RowIssue } from '../../../platform/upsert-matching.ts'
import { onlyBrand, recordAudit } from '../../audit/index.ts'
import { countMembers } from '../queries/group-queries.ts'
import * as queries from '../queries/record-queries.ts'
import type { GroupInput } from './save-groups.ts'

/** Deletes a dealer group. Returns false, without a change, while dealers are in it. */
export async function removeGroup(
  { clock, principal }: OperationContext,
  trx: Trx,
  { id, name }: { id: number; name: string },
): Promise<boolean> {
  if ((await countMembers(trx, [id], undefined)).size > 0) return false
  await queries.deleteGroup(trx, id)
  await recordAudit(trx, [
    {
      at: clock.now(),
      principal,
      action: 'group.deleted',
      subject: { id, name },
      brandId: onlyBrand(brandsOf(principal)),
      change: { before: { name }, after: null },
    },
  ])
  return true
}

/**
 * Deletes dealer groups by id, or by name where there is no id; those that don't exist are gone already. `saved` has the
 * ids of groups that must stay.
 */
export async function removeGroups(
  ctx: OperationContext,
  trx: Trx,
  inputs: readonly GroupInput[],
  saved: ReadonlySet<number | undefined>,
): Promise<RowIssue[]> {
  const issues: RowIssue[] = []
  const groups = inputs.length === 0 ? [] : await queries.listGroups(trx)
  for (const [row, { id, name }] of inputs.entries()) {
    const found = groups.filter((group) => (id === undefined ? group.name === name : group.id === id))
    const [group, ...others] = found
    if (id === undefined && name === undefined) {
      issues.push({ row, ...issue('id', 'or the name is required') })
    } else if (others.length > 0) {
      issues.push({ row, ...issue('id', `is required: ${found.length} groups have this name`) })
    } else if (group && saved.has(group.id)) {
      issues.push({
        row,
        ...issue('delete', `is wrong here: the file also has group ${group.id} as one to keep`),
      })
    } else if (group && !(await removeGroup(ctx, trx, group))) {
      issues.push({
        row,
        field: 'delete',
        message: `Dealers are in the group "${group.name}". Move them to another group first.`,
      })
    }
  }
  return issues
}
