/** The group of a dealer that shares none with another dealer of its country. */
export const NO_GROUP = -1

/** Which dealers are siblings: the same `group_id` in the same country. */
export interface Groups {
  /** Per dealer: number of its group, or `NO_GROUP`. */
  groupOf: Int32Array
  /** Members of group g, in ascending order: `members[starts[g]]` up to, not including, `members[starts[g + 1]]`. */
  starts: Uint32Array
  members: Uint32Array
}

/** Gathers siblings from each dealer's country and group id; null is none. */
export function buildGroups(
  countries: readonly (string | null)[],
  groupIds: readonly (number | null)[],
): Groups {
  const byKey = new Map<string, number[]>()
  for (const [dealer, country] of countries.entries()) {
    if (country === null || groupIds[dealer] === null) continue
    const key = `${country} ${groupIds[dealer]}`
    const members = byKey.get(key)
    if (members === undefined) byKey.set(key, [dealer])
    else members.push(dealer)
  }
  const groups = [...byKey.values()].filter((members) => members.length > 1)

  const groupOf = new Int32Array(countries.length).fill(NO_GROUP)
  const starts = new Uint32Array(groups.length + 1)
  for (const [group, members] of groups.entries()) {
    for (const dealer of members) groupOf[dealer] = group
    starts[group + 1] = starts[group]! + members.length
  }
  return { groupOf, starts, members: Uint32Array.from(groups.flat()) }
}
