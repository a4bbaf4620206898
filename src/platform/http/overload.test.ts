import { afterEach, expect, test, vi } from 'vitest'
import { createOverload, watchEventLoop } from './overload.ts'

const LIMIT_MS = 500

/** Returns a guard's state after each sample: x for refusing. */
function setUp(lagMs = LIMIT_MS) {
  const onChange = vi.fn<(overloaded: boolean, lagMs: number) => void>()
  const overload = createOverload({ lagMs, onChange })
  const after = (...samples: number[]) =>
    samples
      .map((sample) => {
        overload.sample(sample)
        return overload.refusal() ? 'x' : '.'
      })
      .join('')
  return { overload, onChange, after }
}

const times = (count: number, sample: number) => Array<number>(count).fill(sample)

test('lasting lag is an overload, a pause is not', () => {
  const { after } = setUp()
  expect(after(5_000, 0, 5_000, 5_000, 0)).toBe('.....')
  expect(after(501, 501, 501)).toBe('..x')
})

test('lag at the limit is not an overload', () => {
  expect(setUp().after(...times(10, LIMIT_MS))).toBe('..........')
})

test('it ends after a second well below the limit, not at the first low sample', () => {
  const { after } = setUp()
  after(...times(3, 600))
  expect(after(...times(9, 0), 250, ...times(9, 0))).toBe('x'.repeat(19))
  expect(after(249)).toBe('.')
  expect(after(600, 600, 600)).toBe('..x')
})

test('each change is reported to the operator', () => {
  const { after, onChange } = setUp()
  after(...times(5, 600.4), ...times(12, 10))
  expect(onChange.mock.calls).toEqual([
    [true, 600],
    [false, 10],
  ])
})

test('with a limit of 0 no lag is an overload', () => {
  expect(setUp(0).after(...times(5, 60_000))).toBe('.....')
})

test('the error says when to retry', () => {
  const { overload, after } = setUp()
  after(...times(3, 600))
  expect(overload.refusal()).toMatchObject({ code: 'UNAVAILABLE', retryAfter: 2 })
})

afterEach(() => {
  vi.useRealTimers()
})

test("the event loop's lag is sampled until the sampler is stopped", async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  const samples: number[] = []
  const stop = watchEventLoop((lagMs) => samples.push(lagMs))
  await vi.advanceTimersByTimeAsync(200)
  const late = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 700)
  await vi.advanceTimersByTimeAsync(100)
  late.mockRestore()
  expect(samples).toEqual([0, 0, 600])
  stop()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(samples).toHaveLength(3)
})
