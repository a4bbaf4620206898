import { collectBatch } from './collect-batch.ts'
import { BUSY_BUDGET_MS } from './db/db.ts'
import { isUnavailable } from './db/unavailable.ts'

/** Takes one item and answers with its result, worked out together with the others at hand. */
export type Batcher<I, O> = (item: I) => Promise<O>

/**
 * Collects the items that arrive while the event loop turns, and while as many batches as may are at work, and runs
 * them together: at most `most` in a batch, `concurrency` batches at a time. If `run` throws, every item of its batch
 * fails; if it has waited for the database in vain, so does what waits behind it, which is not run.
 */
export function createBatcher<I, O>(
  most: number,
  run: (items: I[]) => Promise<O[]>,
  { concurrency = 1 } = {},
): Batcher<I, O> {
  interface Waiting {
    item: I
    resolve: (result: O) => void
    reject: (error: unknown) => void
  }
  let queue: Waiting[] = []
  let gathering = false
  let running = 0

  async function runBatch(batch: Waiting[]) {
    running++
    const began = performance.now()
    try {
      const results = await run(batch.map(({ item }) => item))
      for (const [index, { resolve }] of batch.entries()) resolve(results[index]!)
    } catch (error) {
      // Each batch would wait as long again, and save what its callers have given up. A fault that comes sooner, a
      // connection that is lost, say, may well be nobody else's.
      const inVain = isUnavailable(error) && performance.now() - began >= BUSY_BUDGET_MS
      for (const { reject } of [...batch, ...(inVain ? queue.splice(0) : [])]) reject(error)
    }
    running--
    start()
  }

  function start() {
    while (queue.length > 0 && running < concurrency) {
      const batch = queue.slice(0, most)
      queue = queue.slice(most)
      void runBatch(batch)
    }
  }

  return (item) =>
    new Promise<O>((resolve, reject) => {
      queue.push({ item, resolve, reject })
      if (gathering || running === concurrency) return
      gathering = true
      collectBatch(
        () => queue.length,
        most,
        () => {
          gathering = false
          start()
        },
      )
    })
}
