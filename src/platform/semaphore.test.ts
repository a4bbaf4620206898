import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createSemaphore } from './semaphore.ts'

const refusal = () => new Error('Too many.')

/** Returns work that reports its start and ends on demand. */
function tasks(turns: ReturnType<typeof createSemaphore>) {
  const begun: number[] = []
  const ends = new Map<number, (error?: Error) => void>()
  const run = (name: number) =>
    turns(() => {
      begun.push(name)
      return new Promise<number>((resolve, reject) => {
        ends.set(name, (error) => (error ? reject(error) : resolve(name)))
      })
    })
  return { begun, run, end: (name: number, error?: Error) => ends.get(name)!(error) }
}

test('up to the limit run at the same time, and the others in the order of their arrival', async () => {
  const { begun, run, end } = tasks(createSemaphore({ concurrency: 2 }))
  const all = [1, 2, 3, 4].map(run)
  await sleep(1)
  expect(begun).toEqual([1, 2])
  end(2)
  expect(await all[1]).toBe(2)
  await sleep(1)
  expect(begun).toEqual([1, 2, 3])
  end(1)
  await all[0]
  await sleep(1)
  expect(begun).toEqual([1, 2, 3, 4])
  end(3)
  end(4)
  expect(await Promise.all(all)).toEqual([1, 2, 3, 4])
})

test('failed work passes its slot on', async () => {
  const { run, end } = tasks(createSemaphore({ concurrency: 1 }))
  const [first, second] = [run(1), run(2)]
  await sleep(1)
  end(1, new Error('broken'))
  await expect(first).rejects.toThrow('broken')
  end(2)
  expect(await second).toBe(2)
})

test('when the queue is full, further calls fail', async () => {
  const { begun, run, end } = tasks(createSemaphore({ concurrency: 1, limit: { waiting: 1, refusal } }))
  const [first, second] = [run(1), run(2)]
  await expect(run(3)).rejects.toThrow('Too many.')
  end(1)
  await first
  await sleep(1)
  end(2)
  await second
  expect(begun).toEqual([1, 2])
})

test('a call that has waited too long fails and does not run', async () => {
  const { begun, run, end } = tasks(createSemaphore({ concurrency: 1, limit: { ms: 20, refusal } }))
  const first = run(1)
  await expect(run(2)).rejects.toThrow('Too many.')
  const third = run(3)
  end(1)
  await first
  await sleep(1)
  // Its time limit no longer applies.
  await sleep(40)
  end(3)
  expect(await third).toBe(3)
  expect(begun).toEqual([1, 3])
})

test('a slot is free again after its work', async () => {
  const { begun, run, end } = tasks(createSemaphore({ concurrency: 1 }))
  for (const name of [1, 2, 3]) {
    const one = run(name)
    await sleep(1)
    end(name)
    await one
  }
  expect(begun).toEqual([1, 2, 3])
})
