import { collectBatch } from '../../platform/collect-batch.ts'

/** Requests of one turn, and of those right after it, that are waited for at most. */
const TOGETHER = 64

/**
 * Lets those who ask the same at one time have one answer. It is worked out after the last of them has asked, so
 * that nobody gets one that is older than the question.
 */
export function shareAnswers<I, O>(run: (input: I) => Promise<O>): (input: I) => Promise<O> {
  const asking = new Map<string, { count: number; answer: Promise<O> }>()

  function ask(key: string, input: I) {
    const { promise, resolve } = Promise.withResolvers<O>()
    const one = { count: 1, answer: promise }
    asking.set(key, one)
    collectBatch(
      () => one.count,
      TOGETHER,
      () => {
        asking.delete(key)
        resolve(run(input))
      },
    )
    return promise
  }

  return (input) => {
    const key = JSON.stringify(input)
    const one = asking.get(key)
    if (!one) return ask(key, input)
    one.count++
    return one.answer
  }
}
