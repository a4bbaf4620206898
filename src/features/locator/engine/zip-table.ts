const ZIPS = 100_000
const PREFIXES = 1_000
const ZIP_LENGTH = 5
const PREFIX_LENGTH = 3

/**
 * A map from ZIP codes, and their 3-digit prefixes, to integers: a plain array by the code's number. One look into
 * memory where a `Map` of strings takes several, each of which waits for the one before.
 */
export class ZipTable {
  readonly #prefixes = new Int32Array(PREFIXES)
  /** Empty until there is a code to keep: many brands have no territories. */
  #zips = new Int32Array(0)

  /** The integer of a code, five digits or three; undefined where it has none. */
  get(code: string): number | undefined {
    const stored = this.#tableOf(code)[Number(code)] ?? 0
    // Zero says "none": what is not negative is stored one higher.
    return stored === 0 ? undefined : stored > 0 ? stored - 1 : stored
  }

  set(code: string, value: number): void {
    if (code.length > PREFIX_LENGTH && this.#zips.length === 0) this.#zips = new Int32Array(ZIPS)
    this.#tableOf(code)[Number(code)] = value < 0 ? value : value + 1
  }

  /** Every code and prefix that has an integer. */
  keys(): string[] {
    return [...keysOf(this.#prefixes, PREFIX_LENGTH), ...keysOf(this.#zips, ZIP_LENGTH)]
  }

  #tableOf(code: string): Int32Array {
    return code.length === PREFIX_LENGTH ? this.#prefixes : this.#zips
  }
}

function keysOf(table: Int32Array, length: number): string[] {
  const keys: string[] = []
  for (let number = 0; number < table.length; number++) {
    if (table[number] !== 0) keys.push(String(number).padStart(length, '0'))
  }
  return keys
}
