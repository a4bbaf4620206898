import { SelectionRows } from './selection-rows.ts'
import type { Point, Selection } from './types.ts'

/** Everything that decides a selection, within one directory. */
export interface SelectionKey {
  /** Where distances are measured from, or another pair of numbers that tells as much. */
  place: Point
  /** Number of the country. */
  country: number
  limit: number
  maxDistanceMiles: number
}

/** Three doubles and two integers. */
const KEY_WORDS = 8
/** The key, then the number of rows; the rows follow, two words each. */
const HEADER_WORDS = KEY_WORDS + 1
const ROW_WORDS = 2
/** Places of the table that an entry may stand in: a cache line of them. */
const WAYS = 8
/** An entry of ten rows takes 29 words; far more places than entries, so that hardly any is turned out before its time. */
const WORDS_PER_PLACE = 8
/** A selection that would take more than this share of the memory is not remembered. */
const GREATEST_SHARE = 1 / 16

/**
 * Remembers selections, not bodies: a body takes some 9 kB, a selection of ten dealers 120 bytes, so that every
 * ZIP code there is fits in 8 MiB. The memory is one ring that is written round and round, the oldest entries
 * going first, and a table that says where each key's entry begins. The garbage collector has no part in it.
 */
export class SelectionCache {
  readonly #ring: Uint32Array
  readonly #table: Float64Array
  readonly #hit = new SelectionRows()
  readonly #key = new Uint32Array(KEY_WORDS)
  readonly #keyDoubles = new Float64Array(this.#key.buffer, 0, 3)
  /** Words ever written, the position that is written next. Starts where the table's zeros are long overwritten. */
  #head: number

  /** `bytes` bounds the ring, whose size is a power of two; the table takes a quarter more. */
  constructor(bytes: number) {
    const words = 2 ** Math.floor(Math.log2(bytes / Uint32Array.BYTES_PER_ELEMENT))
    this.#ring = new Uint32Array(words)
    this.#table = new Float64Array(Math.max(words / WORDS_PER_PLACE, WAYS))
    this.#head = words * 2
  }

  /** The selection remembered for a key, its distances rounded. Valid until the next call. */
  get(key: SelectionKey): Selection | undefined {
    const bucket = this.#load(key)
    for (let place = bucket; place < bucket + WAYS; place++) {
      const position = this.#table[place]!
      if (this.#head - position > this.#ring.length) continue
      const at = this.#offset(position)
      if (this.#isKeyAt(at)) return this.#read(at + KEY_WORDS)
    }
    return undefined
  }

  /** Remembers a selection. Dealer indices must be below 2^30. */
  set(key: SelectionKey, selection: Selection): void {
    const words = HEADER_WORDS + selection.count * ROW_WORDS
    if (words > this.#ring.length * GREATEST_SHARE) return
    const left = this.#ring.length - this.#offset(this.#head)
    if (words > left) this.#head += left
    this.#table[this.#oldestOf(this.#load(key))] = this.#head
    this.#write(this.#offset(this.#head), selection)
    this.#head += words
  }

  /** Turns a key into words; returns the first of its places in the table. */
  #load(key: SelectionKey): number {
    const words = this.#key
    this.#keyDoubles[0] = key.place.latitude
    this.#keyDoubles[1] = key.place.longitude
    this.#keyDoubles[2] = key.maxDistanceMiles
    words[6] = key.country
    words[7] = key.limit
    let hash = 0
    for (let i = 0; i < KEY_WORDS; i++) {
      hash = Math.imul(hash ^ words[i]!, 0x9e3779b1)
      hash ^= hash >>> 15
    }
    return hash & (this.#table.length - 1) & -WAYS
  }

  #isKeyAt(at: number): boolean {
    for (let i = 0; i < KEY_WORDS; i++) if (this.#ring[at + i] !== this.#key[i]) return false
    return true
  }

  #oldestOf(bucket: number): number {
    let oldest = bucket
    for (let place = bucket + 1; place < bucket + WAYS; place++) {
      if (this.#table[place]! < this.#table[oldest]!) oldest = place
    }
    return oldest
  }

  #read(at: number): Selection {
    const count = this.#ring[at]!
    this.#hit.clear()
    for (let row = at + 1; row <= at + count * ROW_WORDS; row += ROW_WORDS) {
      const word = this.#ring[row]!
      this.#hit.push(word >>> 2, word & 3, this.#ring[row + 1]! / 100)
    }
    return this.#hit
  }

  #write(at: number, selection: Selection): void {
    this.#ring.set(this.#key, at)
    this.#ring[at + KEY_WORDS] = selection.count
    let word = at + HEADER_WORDS
    for (let row = 0; row < selection.count; row++) {
      this.#ring[word++] = (selection.dealers[row]! << 2) | selection.matchTypes[row]!
      this.#ring[word++] = Math.round(selection.miles[row]! * 100)
    }
  }

  /** Where in the ring a position lies. The ring's length is a power of two, so that nothing is rounded. */
  #offset(position: number): number {
    return position - Math.floor(position / this.#ring.length) * this.#ring.length
  }
}
