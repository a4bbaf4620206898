import { createHash } from 'node:crypto'

const CHUNK_BYTES = 1 << 20
/** A chunk that is filled less than this is moved to a smaller one when it is closed. */
const WELL_FILLED = 0.9

/** Per text: its chunk, where it starts there and its length. Side by side, to be fetched from memory at once. */
const PLACE_WORDS = 3
/** Where they are longer, some are read twice. */
const CACHE_LINE_BYTES = 64

/**
 * Many short texts as UTF-8 in a few large buffers: 100,000 dealers would otherwise be 100,000 `Buffer`
 * objects for the garbage collector to walk.
 */
export class Arena {
  readonly #chunks: readonly Buffer[]
  readonly #places: Uint32Array
  /** Sum of the bytes that `fetch` read last: of no use, but what nobody keeps would not be read. */
  fetched = 0

  constructor(chunks: Buffer[], places: number[]) {
    this.#chunks = chunks
    this.#places = Uint32Array.from(places)
  }

  /** Length of a text in bytes. */
  size(index: number): number {
    return this.#places[index * PLACE_WORDS + 2]!
  }

  /**
   * Reads a byte of every cache line of the first `count` of these texts: the processor fetches them from memory side
   * by side, which copies, one after another, make it do only in part.
   */
  fetch(indices: Uint32Array, count: number): void {
    let sum = 0
    for (let i = 0; i < count; i++) {
      const place = indices[i]! * PLACE_WORDS
      const chunk = this.#chunks[this.#places[place]!]!
      const start = this.#places[place + 1]!
      const end = start + this.#places[place + 2]!
      for (let at = start; at < end; at += CACHE_LINE_BYTES) sum += chunk[at]!
    }
    this.fetched = sum
  }

  /** Copies a text to `target` at `offset`; returns the offset after it. */
  copy(index: number, target: Buffer, offset: number): number {
    const place = index * PLACE_WORDS
    const start = this.#places[place + 1]!
    const end = start + this.#places[place + 2]!
    return offset + this.#chunks[this.#places[place]!]!.copy(target, offset, start, end)
  }
}

/** Fills an `Arena`, text by text. */
export class ArenaWriter {
  readonly #digest = createHash('sha256')
  readonly #chunks: Buffer[] = []
  readonly #places: number[] = []
  #chunk = Buffer.alloc(0)
  #used = 0

  append(text: string): void {
    // UTF-8 takes at most three bytes for each UTF-16 unit.
    const room = text.length * 3
    if (this.#used + room > this.#chunk.length) this.#open(Math.max(room, CHUNK_BYTES))
    const size = this.#chunk.write(text, this.#used)
    this.#places.push(this.#chunks.length, this.#used, size)
    this.#used += size
  }

  /** The arena of all texts appended, and a SHA-256 digest of them one after another. */
  finish(): { arena: Arena; digest: Buffer } {
    this.#close()
    return { arena: new Arena(this.#chunks, this.#places), digest: this.#digest.digest() }
  }

  #open(bytes: number): void {
    if (this.#used > 0) this.#close()
    this.#chunk = Buffer.allocUnsafeSlow(bytes)
    this.#used = 0
  }

  #close(): void {
    const filled = this.#chunk.subarray(0, this.#used)
    this.#digest.update(filled)
    this.#chunks.push(filled.length < this.#chunk.length * WELL_FILLED ? copyOf(filled) : filled)
  }
}

function copyOf(bytes: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(copy)
  return copy
}
