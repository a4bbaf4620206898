import { expect, test } from 'vitest'
import { AppError } from '../../../platform/errors.ts'
import { createRateLimit } from './rate-limit.ts'

/** A limit whose clock the test sets, and a function that returns how many of `count` calls pass. */
function setUp(perMinute: number) {
  let now = 0
  const limit = createRateLimit(perMinute, { nowMs: () => now })
  const pass = (caller: string, count: number) => {
    let passed = 0
    for (let i = 0; i < count; i++) {
      try {
        limit?.take(caller)
        passed++
      } catch (error) {
        expect(error).toMatchObject({ code: 'RATE_LIMITED' })
      }
    }
    return passed
  }
  return { limit, pass, advance: (ms: number) => (now += ms) }
}

test('a full quota passes immediately, and then requests pass as it refills', () => {
  const { pass, advance } = setUp(60)
  expect(pass('user:1', 100)).toBe(60)
  advance(999)
  expect(pass('user:1', 10)).toBe(0)
  advance(1)
  expect(pass('user:1', 10)).toBe(1)
  advance(10_000)
  expect(pass('user:1', 100)).toBe(10)
  advance(3_600_000)
  expect(pass('user:1', 100)).toBe(60)
})

test('each caller has its own limit', () => {
  const { pass } = setUp(5)
  expect(pass('user:1', 10)).toBe(5)
  expect(pass('token:1', 10)).toBe(5)
})

test('a refusal says after how many seconds a request would pass', () => {
  const { limit, pass, advance } = setUp(2)
  pass('user:1', 2)
  advance(10_000)
  expect(() => limit!.take('user:1')).toThrow(AppError)
  try {
    limit!.take('user:1')
  } catch (error) {
    expect((error as AppError).retryAfter).toBeCloseTo(20)
  }
  advance(20_000)
  expect(pass('user:1', 2)).toBe(1)
})

test('zero means no limit', () => {
  expect(createRateLimit(0)).toBeUndefined()
})

test('every response says how much is left, and in how many seconds the quota is full', () => {
  const { limit, advance } = setUp(60)
  expect(limit!.policy).toBe('"default";q=60;w=60')
  expect(limit!.take('user:1')).toBe('"default";r=59;t=1')
  expect(limit!.take('user:1')).toBe('"default";r=58;t=2')
  advance(1_500)
  expect(limit!.take('user:1')).toBe('"default";r=58;t=2')
})

test('a refusal says how much is left, too', () => {
  const { limit, pass } = setUp(2)
  pass('user:1', 2)
  const headers = { 'ratelimit-policy': '"default";q=2;w=60', ratelimit: '"default";r=0;t=60' }
  expect(() => limit!.take('user:1')).toThrow(expect.objectContaining({ headers }))
})

test.each([7, 600, 999])('a limit of %i admits exactly as many requests', (perMinute) => {
  expect(setUp(perMinute).pass('user:1', 2 * perMinute)).toBe(perMinute)
})

test('requests are reported once, without refused ones', () => {
  const { limit, pass } = setUp(5)
  pass('user:1', 10)
  pass('token:1', 2)
  const unreported = [
    { caller: 'user:1', requests: 5 },
    { caller: 'token:1', requests: 2 },
  ]
  expect(limit!.takeUnreported()).toEqual(unreported)
  expect(limit!.takeUnreported()).toEqual([])
  limit!.keep(unreported)
  pass('token:1', 1)
  expect(limit!.takeUnreported()).toEqual([unreported[0], { caller: 'token:1', requests: 3 }])
})

test('requests at other processes count, and requests made here in the meantime too', () => {
  const { limit, pass } = setUp(10)
  pass('user:1', 2)
  limit!.takeUnreported()
  pass('user:1', 1)
  // The two reported requests, and five at other processes.
  limit!.learn('user:1', 7 * 6_000)
  expect(pass('user:1', 10)).toBe(2)
})

test('requests beyond the limit reduce the next quota', () => {
  const { limit, pass, advance } = setUp(60)
  limit!.learn('user:1', 90_000)
  expect(pass('user:1', 1)).toBe(0)
  advance(30_000)
  expect(pass('user:1', 1)).toBe(0)
  advance(1_000)
  expect(pass('user:1', 2)).toBe(1)
})

test('a burst is reported before the caller has used much of its quota', () => {
  const { limit, pass } = setUp(600)
  const bursts: number[] = []
  limit!.onBurst = () => bursts.push(limit!.takeUnreported()[0]!.requests)
  pass('user:1', 600)
  expect(bursts.length).toBe(15)
  expect(new Set(bursts)).toEqual(new Set([38]))
})
