import type { Reader } from '../../../platform/db/db.ts'
import type { Wanted } from '../../../platform/search-terms.ts'
import { type BrowseConditions, filterIds } from '../queries/browse-queries.ts'
import { epochOf, findByTerm, newestWarrantyId } from '../queries/term-queries.ts'

/** Epochs that are read together: few at first, because a page is often full then. */
const FIRST_STEP = 2
const LARGEST_STEP = 64

/**
 * Returns the ids of matching warranties, the newest first: up to `most`, older than `before`.
 *
 * Reads epochs of 2,048 warranties from the newest on, so that a frequent word costs no more than a rare one.
 */
export async function searchWarranties(
  reader: Reader,
  wanted: Wanted,
  conditions: BrowseConditions,
  { before, most }: { before?: number | undefined; most: number },
): Promise<number[]> {
  const found: number[] = []
  let epoch = epochOf(before === undefined ? await newestWarrantyId(reader) : before - 1)
  for (let step = FIRST_STEP; epoch >= 0 && found.length < most; step = Math.min(2 * step, LARGEST_STEP)) {
    const epochs = Array.from({ length: Math.min(step, epoch + 1) }, (_, index) => epoch - index)
    epoch -= epochs.length
    const matches = await findInEpochs(reader, wanted, { epochs, brandIds: conditions.brandIds })
    const older = [...matches].filter((id) => before === undefined || id < before).sort((a, b) => b - a)
    found.push(...(await filterIds(reader, older, conditions)))
  }
  return found.slice(0, most)
}

async function findInEpochs(
  reader: Reader,
  wanted: Wanted,
  where: { epochs: readonly number[]; brandIds: readonly number[] },
): Promise<Set<number>> {
  let all = new Set<number>()
  for (const alternative of wanted) {
    // The longest is likely the rarest: without a match, the others need not be read.
    const [longest, ...others] = [...alternative].sort((a, b) => b.length - a.length)
    let matches = new Set(await findByTerm(reader, { ...where, beginning: longest! }))
    for (const beginning of others) {
      if (matches.size === 0) break
      matches = matches.intersection(new Set(await findByTerm(reader, { ...where, beginning })))
    }
    all = all.union(matches)
  }
  return all
}
