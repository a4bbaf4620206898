import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { shareAnswers } from './share-answers.ts'

function counting(work: (input: object, run: number) => unknown = (_input, run) => run) {
  let runs = 0
  return shareAnswers(async (input: object) => work(input, ++runs))
}

test('the same asked at one time is worked out once', async () => {
  const ask = counting()
  expect(await Promise.all([ask({ page: 1 }), ask({ page: 1 }), ask({ page: 1 })])).toEqual([1, 1, 1])
})

test('another question has an answer of its own, whoever asks', async () => {
  const ask = counting((input) => input)
  const asked = [
    { brands: [1], page: 1 },
    { brands: [2], page: 1 },
    { brands: [1, 2], page: 1 },
  ]
  expect(await Promise.all(asked.map(ask))).toEqual(asked)
})

test('nobody gets an answer that was begun before the question', async () => {
  const started = Promise.withResolvers<void>()
  const finish = Promise.withResolvers<void>()
  const ask = counting(async (_input, run) => {
    started.resolve()
    if (run === 1) await finish.promise
    return run
  })
  const first = ask({ page: 1 })
  await started.promise
  expect(await ask({ page: 1 })).toBe(2)
  finish.resolve()
  expect(await first).toBe(1)
})

test('a failure is of those who asked, and of nobody later', async () => {
  const ask = counting((_input, run) => {
    if (run === 1) throw new Error('refused')
    return run
  })
  const results = await Promise.allSettled([ask({}), ask({})])
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  await nextTurn()
  expect(await ask({})).toBe(2)
})
