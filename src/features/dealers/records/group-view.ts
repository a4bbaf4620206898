import { toIsoMicros } from '../../../platform/clock.ts'
import type { Reader } from '../../../platform/db/db.ts'
import { brandsOf, type Principal } from '../../../platform/principal.ts'
import { countMembers, type StoredGroup } from '../queries/group-queries.ts'

/** A dealer group as callers see it. */
export interface GroupView {
  id: number
  name: string
  /** The number of its dealers that carry a brand of the principal. */
  dealers: number
  created_at: string
  updated_at: string
}

/** Returns groups as the principal sees them. */
export async function viewGroups(
  reader: Reader,
  principal: Principal,
  groups: readonly StoredGroup[],
): Promise<GroupView[]> {
  const ids = groups.map(({ id }) => id)
  const members = await countMembers(reader, ids, brandsOf(principal))
  return groups.map(({ id, name, created_at, updated_at }) => ({
    id,
    name,
    dealers: members.get(id) ?? 0,
    created_at: toIsoMicros(created_at),
    updated_at: toIsoMicros(updated_at),
  }))
}

export async function viewGroup(
  reader: Reader,
  principal: Principal,
  group: StoredGroup,
): Promise<GroupView> {
  const [view] = await viewGroups(reader, principal, [group])
  return view!
}
