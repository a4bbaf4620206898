import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Db } from '../../../platform/db/db.ts'
import { createRateLimit } from './rate-limit.ts'
import { shareRateLimit } from './share-rate-limit.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** A limit of 32 a minute, of which two are a burst, with a database whose answers the test sets. */
function setUp() {
  const limit = createRateLimit(32, { nowMs: () => 0 })!
  const write = vi.fn<() => Promise<unknown>>(async () => [])
  const onError = vi.fn<(error: unknown) => void>()
  const db = { write } as unknown as Db
  const stop = shareRateLimit(limit, { db, clock: { now: () => 0 }, perMinute: 32, onError })
  const take = (count: number) => {
    for (let i = 0; i < count; i++) limit.take('user:1')
  }
  return { limit, write, onError, stop, take }
}

test('a process without requests sends the database nothing', async () => {
  const { write } = setUp()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(write).not.toHaveBeenCalled()
})

test('requests are reported once a second, bursts immediately', async () => {
  const { write, take } = setUp()
  await vi.advanceTimersByTimeAsync(5_000)
  take(1)
  await vi.advanceTimersByTimeAsync(999)
  expect(write).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(write).toHaveBeenCalledTimes(1)
  take(2)
  await vi.advanceTimersByTimeAsync(1)
  expect(write).toHaveBeenCalledTimes(2)
})

test('requests during a report are reported directly after it', async () => {
  const { write, take } = setUp()
  let answer = (_accounts: unknown[]) => {}
  write.mockImplementationOnce(
    () =>
      new Promise((resolve) => {
        answer = resolve
      }),
  )
  take(2)
  await vi.advanceTimersByTimeAsync(1)
  take(2)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(write).toHaveBeenCalledTimes(1)
  answer([])
  await vi.advanceTimersByTimeAsync(1)
  expect(write).toHaveBeenCalledTimes(2)
})

test('without the database each process limits alone, reports that once, and keeps its counts', async () => {
  const { limit, write, onError, take } = setUp()
  write.mockRejectedValue(new Error('away'))
  take(2)
  await vi.advanceTimersByTimeAsync(1)
  expect(onError).toHaveBeenCalledTimes(1)
  take(30)
  expect(() => take(1)).toThrow(expect.objectContaining({ code: 'RATE_LIMITED' }))
  await vi.advanceTimersByTimeAsync(10_000)
  expect(onError).toHaveBeenCalledTimes(1)
  expect(write.mock.calls.length).toBeLessThan(15)
  expect(limit.takeUnreported()).toEqual([{ caller: 'user:1', requests: 32 }])
})

test('a stopped limit sends the database nothing', async () => {
  const { write, stop, take } = setUp()
  stop()
  take(10)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(write).not.toHaveBeenCalled()
})
