import { collectBatch } from './collect-batch.ts'
import { BUSY_BUDGET_MS } from './db/db.ts'
import { isUnavailable } from './db/unavailable.ts'

/** Takes one item and returns its result. Items that arrive together are processed as one batch. */
export type Batcher<I, O> = (item: I) => Promise<O>

/**
 * Collects the items that arrive in one turn of the event loop, or while `concurrency` batches run, and runs up to
 * `most` of them as one batch. If `run` throws, every item of its batch fails. If it failed after the full wait for the
 * database, the queued items fail too and are not run.
 *
 * Gains: one transaction and one statement a table for many requests. Gives up: an item waits some microseconds for
 * others, and shares their error.
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
  let collecting = false
  let running = 0

  async function runBatch(batch: Waiting[]) {
    running++
    const began = performance.now()
    try {
      const results = await run(batch.map(({ item }) => item))
      for (const [index, { resolve }] of batch.entries()) resolve(results[index]!)
    } catch (error) {
      // Each queued batch would wait as long again, for callers that have given up. An error that comes sooner, such as
      // a lost connection, doesn't affect the others.
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
      if (collecting || running === concurrency) return
      collecting = true
      collectBatch(
        () => queue.length,
        most,
        () => {
          collecting = false
          start()
        },
      )
    })
}
