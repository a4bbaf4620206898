import { type Arena, ArenaWriter } from './arena.ts'

/** Keys are integers below this. */
export const GREATEST_KEY = 2 ** 30
/** Keys per bucket: there are some 1,024 buckets. */
const BUCKET_KEYS = 2 ** 20
const BUCKET_CHUNK_BYTES = 1 << 16
/** Positions are packed below a key into one double, which holds 53 bits. */
const POSITIONS = 2 ** 22

/**
 * Fills an `Arena` in the order of keys although texts come in another order. Texts wait in buckets by key, each
 * of which is let go when it has been moved to its place: no more than one is ever held twice.
 */
export class SortedArenaWriter {
  readonly #keys: number[] = []
  /** Position of each text within its bucket. */
  readonly #ranks: number[] = []
  readonly #buckets = new Map<number, ArenaWriter>()

  /** The first text appended has position 0. `RangeError` beyond four million texts. */
  append(key: number, text: string): void {
    if (this.#keys.length === POSITIONS) throw new RangeError(`more than ${POSITIONS} texts`)
    const number = Math.floor(key / BUCKET_KEYS)
    let bucket = this.#buckets.get(number)
    if (!bucket) {
      bucket = new ArenaWriter(BUCKET_CHUNK_BYTES)
      this.#buckets.set(number, bucket)
    }
    this.#keys.push(key)
    this.#ranks.push(bucket.count)
    bucket.append(text)
  }

  /** The texts by ascending key, equal keys by position; and the position that each text had before. */
  finish(): { arena: Arena; order: Uint32Array } {
    const sorted = Float64Array.from(this.#keys, (key, position) => key * POSITIONS + position).sort()
    const order = Uint32Array.from(sorted, (packed) => packed % POSITIONS)
    const writer = new ArenaWriter()
    let number = -1
    let bucket: Arena | undefined
    for (const position of order) {
      const next = Math.floor(this.#keys[position]! / BUCKET_KEYS)
      if (next !== number) {
        number = next
        bucket = this.#buckets.get(number)!.finish()
        this.#buckets.delete(number)
      }
      writer.appendFrom(bucket!, this.#ranks[position]!)
    }
    return { arena: writer.finish(), order }
  }
}
