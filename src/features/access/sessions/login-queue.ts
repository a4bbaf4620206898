/** The limit that is used up, and for how long. */
export interface Refusal {
  key: string
  waitMs: number
}

interface Line {
  /** Attempts under way. */
  running: number
  /** Called with true when it is worth trying again, with false when it is not. */
  waiting: ((again: boolean) => void)[]
}

/**
 * Attempts under limits that only failures use up in the end. One that finds a limit used up while others are
 * under way in this process waits for how they end, so that a crowd of good attempts is not turned away.
 */
export class WaitingLines {
  readonly #lines = new Map<string, Line>()

  /**
   * Lets an attempt begin as soon as `claim` finds room under all of `keys`. Answers the refusal when no attempt
   * is left that could make room; else undefined, and `leave` must be called when the attempt has ended.
   */
  async enter(
    keys: readonly string[],
    claim: () => Promise<Refusal | undefined>,
  ): Promise<Refusal | undefined> {
    for (;;) {
      for (const key of keys) this.#line(key).running++
      const refusal = await claim().catch((error: unknown) => {
        this.leave(keys, false)
        throw error
      })
      if (!refusal) return undefined
      const turn = this.#turn(refusal.key)
      this.leave(keys, false)
      if (!(await turn)) return refusal
    }
  }

  /** Ends an attempt. One that succeeded has made room for another. */
  leave(keys: readonly string[], succeeded: boolean): void {
    for (const key of keys) {
      const line = this.#line(key)
      line.running--
      const next = succeeded ? line.waiting.shift() : undefined
      next?.(true)
      if (line.running === 0 && !next) for (const wait of line.waiting.splice(0)) wait(false)
      if (line.running === 0 && line.waiting.length === 0) this.#lines.delete(key)
    }
  }

  #turn(key: string): Promise<boolean> {
    return new Promise((resolve) => this.#line(key).waiting.push(resolve))
  }

  #line(key: string): Line {
    const line = this.#lines.get(key) ?? { running: 0, waiting: [] }
    this.#lines.set(key, line)
    return line
  }
}
