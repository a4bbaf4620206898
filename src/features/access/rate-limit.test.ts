import { expect, test } from 'vitest'
import { AppError } from '../../platform/errors.ts'
import { createRateLimit } from './rate-limit.ts'

/** A limit whose time the test moves, and how many of `count` calls pass. */
function setUp(perMinute: number) {
  let now = 0
  const limit = createRateLimit(perMinute, () => now)
  const pass = (caller: string, count: number) => {
    let passed = 0
    for (let i = 0; i < count; i++) {
      try {
        limit(caller)
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
  expect(() => limit('user:1')).toThrow(AppError)
  try {
    limit('user:1')
  } catch (error) {
    expect((error as AppError).retryAfter).toBeCloseTo(20)
  }
  advance(20_000)
  expect(pass('user:1', 2)).toBe(1)
})

test('0 is no limit', () => {
  expect(setUp(0).pass('user:1', 10_000)).toBe(10_000)
})
