import type { Target } from './queries.ts'

const MOST_AT_ONCE = 64
const MOST_PER_TARGET = 16
const MOST_PER_FAILING_TARGET = 2

/**
 * Shares the places for sends out among targets, so that one which hangs, or comes back after an hour with
 * thousands waiting, leaves places to the others: a target gets a quarter of them, one whose last answer was a
 * passing failure gets two.
 */
export function createPlaces() {
  const sending = new Map<string, { target: Target; count: number }>()
  const failing = new Set<string>()
  let total = 0

  const mostFor = (key: string) => (failing.has(key) ? MOST_PER_FAILING_TARGET : MOST_PER_TARGET)

  return {
    /** Places left over all targets. */
    free: () => MOST_AT_ONCE - total,
    /** Places left for one target. */
    freeFor(target: Target): number {
      const key = keyOf(target)
      return mostFor(key) - (sending.get(key)?.count ?? 0)
    },
    /** The targets that have no place left. */
    full(): Target[] {
      const all = [...sending].filter(([key, { count }]) => count >= mostFor(key))
      return all.map(([, { target }]) => target)
    },
    take(target: Target): void {
      const entry = sending.get(keyOf(target)) ?? { target, count: 0 }
      entry.count++
      sending.set(keyOf(target), entry)
      total++
    },
    giveBack(target: Target): void {
      const key = keyOf(target)
      const entry = sending.get(key)!
      entry.count--
      if (entry.count === 0) sending.delete(key)
      total--
    },
    /** Remembers how the target answered. */
    learn(target: Target, { failed }: { failed: boolean }): void {
      if (failed) failing.add(keyOf(target))
      else failing.delete(keyOf(target))
    },
  }
}

function keyOf({ kind, brand_id }: Target): string {
  return `${kind}:${brand_id}`
}
