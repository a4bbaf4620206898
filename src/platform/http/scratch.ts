const CHUNK_BYTES = 2 ** 20
/** Before each piece, for its head. */
const HEAD_BYTES = 1_024

/**
 * Memory that the answers of one turn are written into: mostly the kernel has their bytes as soon as they are sent,
 * and then fresh memory for the next ones is a waste. Whoever sends them says whether it had.
 */
export class Scratch {
  #chunk = Buffer.allocUnsafeSlow(CHUNK_BYTES)
  #used = 0

  /** So many bytes, of any content. */
  take(bytes: number): Buffer {
    if (this.#used + HEAD_BYTES + bytes > this.#chunk.length) this.leave(bytes)
    const start = this.#used + HEAD_BYTES
    this.#used = start + bytes
    return this.#chunk.subarray(start, this.#used)
  }

  /** A head (latin1) and the piece that it belongs to, which begins where a piece that was taken began. */
  prepend(head: string, piece: Buffer): Buffer {
    const start = piece.byteOffset - head.length
    if (piece.buffer !== this.#chunk.buffer || head.length > HEAD_BYTES) {
      return Buffer.concat([Buffer.from(head, 'latin1'), piece])
    }
    this.#chunk.write(head, start, 'latin1')
    return this.#chunk.subarray(start, piece.byteOffset + piece.length)
  }

  /** Nothing that was taken is needed any more. */
  reuse(): void {
    this.#used = 0
  }

  /** What was taken may still be needed: it goes when nobody has it any more. */
  leave(bytes = 0): void {
    this.#chunk = Buffer.allocUnsafeSlow(Math.max(HEAD_BYTES + bytes, CHUNK_BYTES))
    this.#used = 0
  }
}
