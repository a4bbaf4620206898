import { Buffer } from 'node:buffer'

const CHUNK_BYTES = 1 << 20

/**
 * Many short texts as UTF-8 in a few large buffers: 100,000 dealers would otherwise be 100,000 `Buffer`
 * objects for the garbage collector to walk.
 */
export class Arena {
  readonly count: number
  readonly #chunks: readonly Buffer[]
  readonly #chunkOf: Uint32Array
  readonly #starts: Uint32Array
  readonly #ends: Uint32Array

  constructor(chunks: Buffer[], chunkOf: number[], starts: number[], ends: number[]) {
    this.count = starts.length
    this.#chunks = chunks
    this.#chunkOf = Uint32Array.from(chunkOf)
    this.#starts = Uint32Array.from(starts)
    this.#ends = Uint32Array.from(ends)
  }

  /** Length of a text in bytes. */
  size(index: number): number {
    return this.#ends[index]! - this.#starts[index]!
  }

  /** Copies a text to `target` at `offset`; returns the offset after it. */
  copy(index: number, target: Buffer, offset: number): number {
    return (
      offset +
      this.#chunks[this.#chunkOf[index]!]!.copy(target, offset, this.#starts[index], this.#ends[index])
    )
  }

  /** All bytes, in order. */
  chunks(): readonly Buffer[] {
    return this.#chunks
  }
}

/** Fills an `Arena`, text by text. */
export class ArenaWriter {
  readonly #chunks: Buffer[] = []
  readonly #chunkOf: number[] = []
  readonly #starts: number[] = []
  readonly #ends: number[] = []
  #chunk = Buffer.alloc(0)
  #used = 0

  append(text: string): void {
    // UTF-8 takes at most three bytes for each UTF-16 unit.
    const room = text.length * 3
    if (this.#used + room > this.#chunk.length) this.#open(Math.max(room, CHUNK_BYTES))
    this.#chunkOf.push(this.#chunks.length)
    this.#starts.push(this.#used)
    this.#used += this.#chunk.write(text, this.#used)
    this.#ends.push(this.#used)
  }

  finish(): Arena {
    this.#close()
    return new Arena(this.#chunks, this.#chunkOf, this.#starts, this.#ends)
  }

  #open(bytes: number): void {
    if (this.#used > 0) this.#close()
    this.#chunk = Buffer.allocUnsafeSlow(bytes)
    this.#used = 0
  }

  #close(): void {
    // A copy of what was used: a brand with three dealers must not hold a megabyte.
    const closed = Buffer.allocUnsafeSlow(this.#used)
    this.#chunk.copy(closed, 0, 0, this.#used)
    this.#chunks.push(closed)
  }
}
