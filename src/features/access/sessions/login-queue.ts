/** The exhausted limit, and how long it stays so. */
export interface Refusal {
  key: string
  waitMs: number
}

interface Attempts {
  /** The number of running attempts. */
  running: number
  /** The waiting attempts: called with true to try again, with false to give up. */
  waiting: ((again: boolean) => void)[]
}

/**
 * Attempts whose limits count only failures. An attempt that finds a limit exhausted waits for the running attempts of
 * this process: successful ones make room, so that a crowd of good attempts is not turned away.
 */
export class LoginQueue {
  readonly #byKey = new Map<string, Attempts>()

  /**
   * Starts an attempt as soon as `claim` finds room for all of `keys`. Returns the refusal when no running attempt can
   * make room. Otherwise returns undefined, and `leave` must be called when the attempt has ended.
   */
  async enter(
    keys: readonly string[],
    claim: () => Promise<Refusal | undefined>,
  ): Promise<Refusal | undefined> {
    for (;;) {
      for (const key of keys) this.#attemptsOf(key).running++
      const refusal = await claim().catch((error: unknown) => {
        this.leave(keys, false)
        throw error
      })
      if (!refusal) return undefined
      const chance = this.#nextChance(refusal.key)
      this.leave(keys, false)
      if (!(await chance)) return refusal
    }
  }

  /** Ends an attempt. A successful one makes room for another. */
  leave(keys: readonly string[], succeeded: boolean): void {
    for (const key of keys) {
      const attempts = this.#attemptsOf(key)
      attempts.running--
      const next = succeeded ? attempts.waiting.shift() : undefined
      next?.(true)
      if (attempts.running === 0 && !next) for (const wait of attempts.waiting.splice(0)) wait(false)
      if (attempts.running === 0 && attempts.waiting.length === 0) this.#byKey.delete(key)
    }
  }

  #nextChance(key: string): Promise<boolean> {
    return new Promise((resolve) => this.#attemptsOf(key).waiting.push(resolve))
  }

  #attemptsOf(key: string): Attempts {
    const attempts = this.#byKey.get(key) ?? { running: 0, waiting: [] }
    this.#byKey.set(key, attempts)
    return attempts
  }
}
