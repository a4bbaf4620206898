/** A pseudo-random source that always makes the same choices. */
export type Random = ReturnType<typeof createRandom>

/** Creates a source (mulberry32) from a seed. */
export function createRandom(seed: number) {
  let state = seed

  /** Returns a number from 0 up to, but not including, 1. */
  function fraction(): number {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  /** Returns an integer from `least` to `most`. */
  const integer = (least: number, most: number) => least + Math.floor(fraction() * (most - least + 1))

  return {
    fraction,
    integer,
    pick: <T>(items: readonly T[]): T => items[integer(0, items.length - 1)]!,
    chance: (probability: number) => fraction() < probability,
  }
}
