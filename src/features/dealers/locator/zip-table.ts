const ZIPS = 100_000
const PREFIXES = 1_000
const PREFIX_LENGTH = 3

/**
 * A map from ZIP codes, and their 3-digit prefixes, to integers: a plain array by the code's number. One look into
 * memory where a `Map` of strings takes several, each of which waits for the one before.
 */
export class ZipTable {
  readonly #zips = new Int32Array(ZIPS)
  readonly #prefixes = new Int32Array(PREFIXES)

  /** The integer of a code, five digits or three; undefined where it has none. */
  get(code: string): number | undefined {
    const stored = this.#tableOf(code)[Number(code)] ?? 0
    // Zero says "none": what is not negative is stored one higher.
    return stored === 0 ? undefined : stored > 0 ? stored - 1 : stored
  }

  set(code: string, value: number): void {
    this.#tableOf(code)[Number(code)] = value < 0 ? value : value + 1
  }

  /** Every code and prefix that has an integer, in ascending order. */
  *keys(): IterableIterator<string> {
    for (const [table, length] of [
      [this.#prefixes, PREFIX_LENGTH],
      [this.#zips, 5],
    ] as const) {
      for (const [number, stored] of table.entries()) {
        if (stored !== 0) yield String(number).padStart(length, '0')
      }
    }
  }

  #tableOf(code: string): Int32Array {
    return code.length === PREFIX_LENGTH ? this.#prefixes : this.#zips
  }
}
