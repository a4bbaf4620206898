import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createBatcher } from './batcher.ts'

/** Returns a batcher that doubles numbers, and the batches that it ran. */
function doubler(most: number, work: (items: number[]) => Promise<void> = async () => undefined) {
  const batches: number[][] = []
  const batcher = createBatcher<number, number>(most, async (items) => {
    batches.push(items)
    await work(items)
    return items.map((item) => item * 2)
  })
  return { batcher, batches }
}

test('items that arrive together run as one batch, and each gets its own result', async () => {
  const { batcher, batches } = doubler(10)
  expect(await Promise.all([1, 2, 3].map(batcher))).toEqual([2, 4, 6])
  expect(batches).toEqual([[1, 2, 3]])
})

test('no batch exceeds the limit, and items keep their order', async () => {
  const { batcher, batches } = doubler(2)
  expect(await Promise.all([1, 2, 3, 4, 5].map(batcher))).toEqual([2, 4, 6, 8, 10])
  expect(batches).toEqual([[1, 2], [3, 4], [5]])
})

test('items that arrive while a batch runs wait and become one batch', async () => {
  let atWork = 0
  let mostAtWork = 0
  const { batcher, batches } = doubler(10, async () => {
    mostAtWork = Math.max(mostAtWork, ++atWork)
    await sleep(30)
    atWork--
  })
  const first = batcher(1)
  await sleep(10)
  const later = [batcher(2), batcher(3)]
  expect(await Promise.all([first, ...later])).toEqual([2, 4, 6])
  expect(batches).toEqual([[1], [2, 3]])
  expect(mostAtWork).toBe(1)
})

test('a failing batch fails all of its items and no others', async () => {
  const { batcher, batches } = doubler(2, async (items) => {
    if (items.includes(2)) throw new Error('refused')
  })
  const results = await Promise.allSettled([1, 2, 3].map(batcher))
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled'])
  expect(batches).toHaveLength(2)
  expect(await batcher(4)).toBe(8)
})

test('works again after it has been idle', async () => {
  const { batcher, batches } = doubler(10)
  await batcher(1)
  await sleep(5)
  expect(await batcher(2)).toBe(4)
  expect(batches).toEqual([[1], [2]])
})

describe('after a failed batch', () => {
  afterEach(() => {
    vi.useRealTimers()
  })

  const busy = Object.assign(new Error('locked'), { code: 'SQLITE_BUSY' })

  /**
   * Runs five items in batches of two, the first of which fails after `ms`. The last item arrives late. Returns the
   * results.
   */
  async function failing(error: Error, ms: number) {
    vi.useFakeTimers()
    const { batcher, batches } = doubler(2, async () => {
      if (batches.length > 1) return
      await new Promise((resolve) => setTimeout(resolve, ms))
      throw error
    })
    const results = Promise.allSettled([1, 2, 3, 4].map(batcher))
    await vi.advanceTimersByTimeAsync(ms - 100)
    const last = Promise.allSettled([batcher(5)])
    await vi.advanceTimersByTimeAsync(1_000)
    const statuses = [...(await results), ...(await last)].map(({ status }) => status)
    const after = await Promise.all([batcher(6), vi.advanceTimersByTimeAsync(1_000)])
    expect(after[0]).toBe(12)
    return { batches, statuses }
  }

  test('if it waited for an unavailable database, the queued items fail immediately and are not run', async () => {
    const { batches, statuses } = await failing(busy, 5_001)
    expect(statuses).toEqual(Array(5).fill('rejected'))
    expect(batches).toEqual([[1, 2], [6]])
  })

  test.each([
    ['after the database refused it immediately', busy, 200],
    ['after an error other than an unavailable database', new Error('refused'), 5_001],
  ])('the queued items run: %s', async (_, error, ms) => {
    const { batches, statuses } = await failing(error, ms)
    expect(statuses).toEqual(['rejected', 'rejected', ...Array(3).fill('fulfilled')])
    expect(batches).toEqual([[1, 2], [3, 4], [5], [6]])
  })
})
