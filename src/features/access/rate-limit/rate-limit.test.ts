import { expect, test } from 'vitest'
import { AppError } from '../../../platform/errors.ts'
import { createRateLimit } from './rate-limit.ts'

/** A limit whose time the test moves, and how many of `count` calls pass. */
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

test('a minute’s worth passes at once, and then as much as time allows', () => {
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

test('each caller has a limit of its own', () => {
  const { pass } = setUp(5)
  expect(pass('user:1', 10)).toBe(5)
  expect(pass('token:1', 10)).toBe(5)
})

test('what is refused says after how many seconds it would pass', () => {
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

test('0 is no limit', () => {
  expect(createRateLimit(0)).toBeUndefined()
})

test('every answer says what is left, and in how many seconds all is there again', () => {
  const { limit, advance } = setUp(60)
  expect(limit!.policy).toBe('"default";q=60;w=60')
  expect(limit!.take('user:1')).toBe('"default";r=59;t=1')
  expect(limit!.take('user:1')).toBe('"default";r=58;t=2')
  advance(1_500)
  expect(limit!.take('user:1')).toBe('"default";r=58;t=2')
})

test('a refusal says it too', () => {
  const { limit, pass } = setUp(2)
  pass('user:1', 2)
  const headers = { 'ratelimit-policy': '"default";q=2;w=60', ratelimit: '"default";r=0;t=60' }
  expect(() => limit!.take('user:1')).toThrow(expect.objectContaining({ headers }))
})

test.each([7, 600, 999])(
  'a limit of %i lets so many pass, whatever a minute divided by it is',
  (perMinute) => {
    expect(setUp(perMinute).pass('user:1', 2 * perMinute)).toBe(perMinute)
  },
)

test('what was spent is told once, but for refusals', () => {
  const { limit, pass } = setUp(5)
  pass('user:1', 10)
  pass('token:1', 2)
  const spent = [
    { caller: 'user:1', requests: 5 },
    { caller: 'token:1', requests: 2 },
  ]
  expect(limit!.spent()).toEqual(spent)
  expect(limit!.spent()).toEqual([])
  limit!.keep(spent)
  pass('token:1', 1)
  expect(limit!.spent()).toEqual([spent[0], { caller: 'token:1', requests: 3 }])
})

test('what others spent counts, and what was spent here meanwhile too', () => {
  const { limit, pass } = setUp(10)
  pass('user:1', 2)
  limit!.spent()
  pass('user:1', 1)
  // The two that were told, and five elsewhere.
  limit!.learn('user:1', 7 * 6_000)
  expect(pass('user:1', 10)).toBe(2)
})

test('what was spent twice over is paid back', () => {
  const { limit, pass, advance } = setUp(60)
  limit!.learn('user:1', 90_000)
  expect(pass('user:1', 1)).toBe(0)
  advance(30_000)
  expect(pass('user:1', 1)).toBe(0)
  advance(1_000)
  expect(pass('user:1', 2)).toBe(1)
})

test('a caller in a hurry is made known before it has spent much', () => {
  const { limit, pass } = setUp(600)
  const hurries: number[] = []
  limit!.onHaste = () => hurries.push(limit!.spent()[0]!.requests)
  pass('user:1', 600)
  expect(hurries.length).toBe(15)
  expect(new Set(hurries)).toEqual(new Set([38]))
})
