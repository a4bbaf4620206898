interface TurnsOptions {
  /** How many run at a time. */
  atOnce: number
  /** How many wait at most; by default any number. */
  mostWaiting?: number
  /** Milliseconds that one waits at most; by default as long as it takes. */
  longestMs?: number
  /** What whoever cannot wait, or has waited for so long, fails with. */
  refusal: () => Error
}

/** Runs work in turns, first come, first served. */
export type Turns = <T>(work: () => Promise<T>) => Promise<T>

/** Lets so many run at a time and the others wait for their turn. */
export function createTurns({ atOnce, mostWaiting, longestMs, refusal }: TurnsOptions): Turns {
  const waiting = new Set<() => void>()
  let running = 0

  async function turn(): Promise<void> {
    if (running < atOnce) {
      running++
      return
    }
    if (mostWaiting !== undefined && waiting.size >= mostWaiting) throw refusal()
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    waiting.add(resolve)
    const giveUp = () => {
      waiting.delete(resolve)
      reject(refusal())
    }
    const timer = longestMs === undefined ? undefined : setTimeout(giveUp, longestMs)
    await promise.finally(() => clearTimeout(timer))
  }

  return async (work) => {
    await turn()
    try {
      return await work()
    } finally {
      const [next] = waiting
      // The turn goes on to the next one, so that nobody who comes now gets in between.
      if (next && waiting.delete(next)) next()
      else running--
    }
  }
}
