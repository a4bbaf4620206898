import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { every, onceADay } from './intervals.ts'

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000

let stop: () => Promise<void>
let report: ReturnType<typeof vi.fn<(error: unknown) => void>>

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 1, 27, 15, 30) })
  report = vi.fn()
  stop = async () => undefined
})
afterEach(() => {
  void stop()
  vi.useRealTimers()
})

const failing = () => vi.fn(() => Promise.reject<void>(new Error('down')))
const working = () => vi.fn(async () => undefined)

test('every runs a job immediately and then at its interval', async () => {
  const job = working()
  stop = every(250, job, report)
  expect(job).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(job).toHaveBeenCalledTimes(5)
  expect(report).not.toHaveBeenCalled()
})

test('every waits for a run that takes longer than its interval', async () => {
  const job = vi.fn(() => new Promise((resolve) => setTimeout(resolve, 1_000)))
  stop = every(100, job, report)
  await vi.advanceTimersByTimeAsync(999)
  expect(job).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(101)
  expect(job).toHaveBeenCalledTimes(2)
})

test('onceADay runs a job immediately and then just past each midnight, UTC', async () => {
  const ranAt: string[] = []
  stop = onceADay(async () => ranAt.push(new Date().toISOString()), report)
  await vi.advanceTimersByTimeAsync(2 * DAY_MS)
  expect(ranAt).toEqual(['2026-02-27T15:30:00.000Z', '2026-02-28T00:00:05.000Z', '2026-03-01T00:00:05.000Z'])
})

test.each([
  ['a clock that is set ahead', 10],
  ['a machine that slept for two days', 48],
])('onceADay notices %s within the hour', async (_, hours) => {
  const job = working()
  stop = onceADay(job, report)
  await vi.advanceTimersByTimeAsync(MINUTE_MS)
  vi.setSystemTime(Date.now() + hours * 3_600_000)
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(job).toHaveBeenCalledTimes(2)
})

test('onceADay runs again on a day that began during a run', async () => {
  const ranAt: string[] = []
  const job = async () => {
    ranAt.push(new Date().toISOString())
    if (ranAt.length === 1) await new Promise((resolve) => setTimeout(resolve, 9 * 3_600_000))
  }
  stop = onceADay(job, report)
  await vi.advanceTimersByTimeAsync(DAY_MS)
  expect(ranAt).toEqual(['2026-02-27T15:30:00.000Z', '2026-02-28T01:00:05.000Z'])
})

test.each([
  ['onceADay', onceADay],
  ['every', (job: () => Promise<unknown>, reporter: typeof report) => every(DAY_MS, job, reporter)],
])('%s retries a failed job within a minute, until it works', async (_, start) => {
  const job = failing()
  stop = start(job, report)
  await vi.advanceTimersByTimeAsync(MINUTE_MS)
  expect(job).toHaveBeenCalledTimes(2)
  expect(report).toHaveBeenCalledTimes(2)
  expect(report).toHaveBeenCalledWith(expect.objectContaining({ message: 'down' }))
  job.mockImplementation(async () => undefined)
  await vi.advanceTimersByTimeAsync(MINUTE_MS)
  expect(job).toHaveBeenCalledTimes(3)
  await vi.advanceTimersByTimeAsync(2 * 3_600_000)
  expect(job).toHaveBeenCalledTimes(3)
})

test('a failing job with a short interval is not tried less often', async () => {
  const job = failing()
  stop = every(250, job, report)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(job).toHaveBeenCalledTimes(5)
})

test.each([
  ['working', working],
  ['failing', failing],
])('stopping ends a %s job between its runs', async (_, make) => {
  const job = make()
  stop = every(100, job, report)
  await vi.advanceTimersByTimeAsync(100)
  await stop()
  await vi.advanceTimersByTimeAsync(DAY_MS)
  expect(job).toHaveBeenCalledTimes(2)
  expect(vi.getTimerCount()).toBe(0)
})

test('stopping during a run waits for it and starts no other one', async () => {
  const job = vi.fn(() => new Promise((resolve) => setTimeout(resolve, 50)))
  stop = every(100, job, report)
  const over = vi.fn()
  void stop().then(over)
  await vi.advanceTimersByTimeAsync(49)
  expect(over).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(over).toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(DAY_MS)
  expect(job).toHaveBeenCalledTimes(1)
})
