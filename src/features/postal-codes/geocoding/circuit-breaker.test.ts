import { beforeEach, expect, test } from 'vitest'
import { CircuitOpenError, createCircuitBreaker } from './circuit-breaker.ts'

let now = 0
let call: ReturnType<typeof createCircuitBreaker>
let calls: number

beforeEach(() => {
  now = 1_000_000
  calls = 0
  call = createCircuitBreaker({ failures: 3, pauseMs: 10_000, nowMs: () => now })
})

const good = async () => {
  calls += 1
  return 'good'
}
const bad = async (): Promise<string> => {
  calls += 1
  throw new Error('bad')
}
async function failTimes(count: number) {
  for (let i = 0; i < count; i++) await expect(call(bad)).rejects.toThrow('bad')
}

test('results and errors pass through', async () => {
  await expect(call(good)).resolves.toBe('good')
  await failTimes(2)
  await expect(call(good)).resolves.toBe('good')
})

test('after three failures in a row nothing is called, and the wait is returned', async () => {
  await failTimes(3)
  now += 2_500
  await expect(call(good)).rejects.toMatchObject({ name: 'CircuitOpenError', retryAfter: 8 })
  expect(calls).toBe(3)
})

test('a success in between restarts the count', async () => {
  await failTimes(2)
  await call(good)
  await failTimes(2)
  await expect(call(good)).resolves.toBe('good')
})

test('after the pause one call goes through, the others are refused meanwhile', async () => {
  await failTimes(3)
  now += 10_000
  const held = Promise.withResolvers<string>()
  const probe = call(() => held.promise)
  await expect(call(good)).rejects.toBeInstanceOf(CircuitOpenError)
  held.resolve('well again')
  await expect(probe).resolves.toBe('well again')
  await expect(call(good)).resolves.toBe('good')
})

test('a probe that fails begins another pause', async () => {
  await failTimes(3)
  now += 10_000
  await failTimes(1)
  now += 9_000
  await expect(call(good)).rejects.toMatchObject({ retryAfter: 1 })
  now += 1_000
  await expect(call(good)).resolves.toBe('good')
})
