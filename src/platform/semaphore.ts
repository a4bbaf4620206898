interface SemaphoreOptions {
  /** How many run at the same time. */
  concurrency: number
  /** The most that wait, and the most milliseconds that each waits; without it any number, as long as it takes. */
  limit?: { waiting?: number; ms?: number; refusal: () => Error }
}

/** Runs `work` when it is its turn: first come, first served. */
export type Semaphore = <T>(work: () => Promise<T>) => Promise<T>

/** Lets up to `concurrency` run at the same time. The others wait for their turn. */
export function createSemaphore({ concurrency, limit }: SemaphoreOptions): Semaphore {
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
      // The turn passes to the next one directly, so that a new caller can't get in between.
      if (next && waiting.delete(next)) next()
      else running--
    }
  }
}
