/**
 * How many brands one statement merges the parts of. SQLite takes 500 parts, and either database plans a statement with
 * thousands of them for a second.
 */
const MOST_BRANDS = 100

/**
 * Returns a part of a list that is merged from its brands' parts: in one statement, or in several for many brands.
 * @param options.read returns such a part for some of the brands
 * @param options.compare puts the rows in the order of the list
 */
export async function readMerged<T>(
  brandIds: readonly number[],
  { limit, offset }: { limit: number; offset: number },
  options: {
    read(brandIds: readonly number[], window: { limit: number; offset: number }): Promise<T[]>
    compare(a: T, b: T): number
  },
): Promise<T[]> {
  if (brandIds.length <= MOST_BRANDS) return options.read(brandIds, { limit, offset })
  const wanted = limit + offset
  let merged: T[] = []
  for (const some of groupsOf(brandIds)) {
    const rows = await options.read(some, { limit: wanted, offset: 0 })
    merged = [...merged, ...rows].sort(options.compare).slice(0, wanted)
  }
  return merged.slice(offset)
}

/** Returns the sum of what `count` returns for some of the brands, no further than `most`. */
export async function countMerged(
  brandIds: readonly number[],
  most: number,
  count: (brandIds: readonly number[], most: number) => Promise<number>,
): Promise<number> {
  let total = 0
  for (const some of groupsOf(brandIds)) {
    if (total >= most) break
    total += await count(some, most - total)
  }
  return total
}

function groupsOf(brandIds: readonly number[]): number[][] {
  return Array.from({ length: Math.ceil(brandIds.length / MOST_BRANDS) }, (_, group) =>
    brandIds.slice(group * MOST_BRANDS, (group + 1) * MOST_BRANDS),
  )
}
