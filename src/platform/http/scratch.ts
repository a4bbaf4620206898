const CHUNK_BYTES = 2 ** 20

/**
 * Memory that the answers of one turn are written into: mostly the kernel has their bytes as soon as they are sent,
 * and then fresh memory for the next ones is a waste. Whoever sends them says whether it had.
 */
export class Scratch {
  #chunk = Buffer.allocUnsafeSlow(CHUNK_BYTES)
  #used = 0

  /** So many bytes, of any content. */
  take(bytes: number): Buffer {
    if (this.#used + bytes > this.#chunk.length) this.leave(bytes)
    const start = this.#used
    this.#used += bytes
    return this.#chunk.subarray(start, this.#used)
  }

  /** Nothing that was taken is needed any more. */
  reuse(): void {
    this.#used = 0
  }

  /** What was taken may still be needed: it goes when nobody has it any more. */
  leave(bytes = 0): void {
    this.#chunk = Buffer.allocUnsafeSlow(Math.max(bytes, CHUNK_BYTES))
    this.#used = 0
  }
}
