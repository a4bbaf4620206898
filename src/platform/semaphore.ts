interface SemaphoreOptions {
  /** How many calls run at the same time. */
  concurrency: number
  /** The most calls that wait, and the most milliseconds that each waits. Without it, there is no limit. */
  limit?: { waiting?: number; ms?: number; refusal: () => Error }
}

/** Runs `work` when a slot is free: first come, first served. */
export type Semaphore = <T>(work: () => Promise<T>) => Promise<T>

/** Lets up to `concurrency` calls run at the same time. The others wait. */
export function createSemaphore({ concurrency, limit }: SemaphoreOptions): Semaphore {
  const waiting = new Set<() => void>()
  let running = 0

  async function acquire(): Promise<void> {
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
    await acquire()
    try {
      return await work()
    } finally {
      const [next] = waiting
      // The slot goes directly to the next call, so that a new caller can't get in between.
      if (next && waiting.delete(next)) next()
      else running--
    }
  }
}
