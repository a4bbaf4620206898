interface TurnsOptions {
  /** How many run at a time. */
  concurrency: number
  /** How many wait, and how many milliseconds each, at most; by default any number, as long as it takes. */
  limit?: { waiting?: number; ms?: number; refusal: () => Error }
}

/** Runs work in turns, first come, first served. */
export type Semaphore = <T>(work: () => Promise<T>) => Promise<T>

/** Lets so many run at a time and the others wait for their turn. */
export function createSemaphore({ concurrency, limit }: TurnsOptions): Semaphore {
  const waiting = new Set<() => void>()
  let running = 0

  async function turn(): Promise<void> {
    if (running < concurrency) {
      running++
      return
    }
    if (limit?.waiting !== undefined && waiting.size >= limit.waiting) throw limit.refusal()
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    waiting.add(resolve)
    const timer = limit?.ms === undefined ? undefined : setTimeout(giveUp, limit.ms)
    await promise.finally(() => clearTimeout(timer))

    function giveUp() {
      waiting.delete(resolve)
      reject(limit?.refusal())
    }
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
