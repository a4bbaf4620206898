import { gather } from './gather.ts'

/** Takes one item and answers with its result, worked out together with the others at hand. */
export type Batcher<I, O> = (item: I) => Promise<O>

/**
 * Collects the items that arrive while the event loop turns, and while the batch before is at work, and runs
 * them together: at most `most` at once, one batch at a time. If `run` throws, every item of its batch fails.
 */
export function createBatcher<I, O>(most: number, run: (items: I[]) => Promise<O[]>): Batcher<I, O> {
  interface Waiting {
    item: I
    resolve: (result: O) => void
    reject: (error: unknown) => void
  }
  let queue: Waiting[] = []
  let running = false

  async function drain() {
    while (queue.length > 0) {
      const batch = queue.slice(0, most)
      queue = queue.slice(most)
      try {
        const results = await run(batch.map(({ item }) => item))
        for (const [index, { resolve }] of batch.entries()) resolve(results[index]!)
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    running = false
  }

  return (item) =>
    new Promise<O>((resolve, reject) => {
      queue.push({ item, resolve, reject })
      if (running) return
      running = true
      gather(() => queue.length, most, drain)
    })
}
