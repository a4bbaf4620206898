import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { LoginQueue } from './login-queue.ts'

/** A limit of `most`, used up by running attempts and by failures, as the database counts it. */
function limited(most: number, keys = ['account']) {
  const lines = new LoginQueue()
  let used = 0
  const outcomes: string[] = []

  /** Enters the queue. Returns a function that ends the attempt. */
  async function attempt(name: string) {
    const refusal = await lines.enter(keys, async () => {
      if (used >= most) return { key: keys[0]!, waitMs: 1 }
      used++
      return undefined
    })
    outcomes.push(`${name} ${refusal ? 'refused' : 'begun'}`)
  }

  return {
    outcomes,
    attempt,
    async end(succeeded: boolean) {
      if (succeeded) used--
      lines.leave(keys, succeeded)
      await turn()
    },
  }
}

test('within the limit, attempts begin immediately', async () => {
  const { attempt, outcomes } = limited(2)
  await Promise.all([attempt('a'), attempt('b')])
  expect(outcomes).toEqual(['a begun', 'b begun'])
})

test('beyond the limit, attempts wait, and each success starts the next one in order', async () => {
  const { attempt, end, outcomes } = limited(1)
  const all = Promise.all(['a', 'b', 'c'].map(attempt))
  await turn()
  expect(outcomes).toEqual(['a begun'])
  await end(true)
  expect(outcomes).toEqual(['a begun', 'b begun'])
  await end(true)
  expect(outcomes).toEqual(['a begun', 'b begun', 'c begun'])
  await end(true)
  await all
})

test('a failure starts no attempt; when none is running, all waiting ones are refused', async () => {
  const { attempt, end, outcomes } = limited(2)
  const all = Promise.all(['a', 'b', 'c', 'd'].map(attempt))
  await turn()
  await end(false)
  expect(outcomes).toEqual(['a begun', 'b begun'])
  await end(false)
  expect(outcomes.slice(2).sort()).toEqual(['c refused', 'd refused'])
  await all
})

test('attempts are refused without waiting if the limit is exhausted and none is running', async () => {
  const { attempt, end, outcomes } = limited(1)
  await attempt('a')
  await end(false)
  await Promise.all(['b', 'c', 'd'].map(attempt))
  expect(outcomes.slice(1).sort()).toEqual(['b refused', 'c refused', 'd refused'])
})

test('concurrent attempts beyond the limit all pass if all succeed', async () => {
  const { attempt, end, outcomes } = limited(3, ['account', 'address'])
  const all = Promise.all(Array.from({ length: 50 }, (_, i) => attempt(String(i))))
  for (let i = 0; i < 50; i++) {
    await turn()
    await end(true)
  }
  await all
  expect(outcomes.filter((outcome) => outcome.endsWith('begun'))).toHaveLength(50)
})

test('an attempt that cannot be counted fails, and the next ones run', async () => {
  const lines = new LoginQueue()
  await expect(lines.enter(['account'], () => Promise.reject(new Error('away')))).rejects.toThrow('away')
  expect(await lines.enter(['account'], async () => ({ key: 'account', waitMs: 7 }))).toEqual({
    key: 'account',
    waitMs: 7,
  })
})
