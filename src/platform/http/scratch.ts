const LEAST_BYTES = 2 ** 17
/** Before the piece, for its head. */
const HEAD_BYTES = 1_024

/** The bytes of a chunk from `start` to before `end`: a view of their own would cost as much as filling them. */
export interface Piece {
  readonly chunk: Buffer
  readonly start: number
  readonly end: number
}

/**
 * Memory that an answer is written into: mostly the kernel has its bytes as soon as they are sent, and fresh memory for
 * the next one would be a waste. Whoever sends it says when it had not.
 */
export class Scratch {
  #chunk = Buffer.allocUnsafeSlow(LEAST_BYTES)

  /** So many bytes, of any content: the same ones each time. */
  take(bytes: number): Piece {
    const end = HEAD_BYTES + bytes
    if (end > this.#chunk.length) this.leave(end)
    return { chunk: this.#chunk, start: HEAD_BYTES, end }
  }

  /** A head (latin1) and the piece that it belongs to, which begins where the piece that was taken began. */
  prepend(head: string, { chunk, start, end }: Piece): Buffer {
    if (head.length > HEAD_BYTES)
      return Buffer.concat([Buffer.from(head, 'latin1'), chunk.subarray(start, end)])
    chunk.write(head, start - head.length, 'latin1')
    return chunk.subarray(start - head.length, end)
  }

  /** What was taken is still needed: it goes when nobody has it any more. */
  leave(bytes = 0): void {
    this.#chunk = Buffer.allocUnsafeSlow(Math.max(bytes, LEAST_BYTES))
  }
}
