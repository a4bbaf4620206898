import { expect, it } from 'vitest'
import { openPerTest } from '../../../../test/support/db.ts'
import { systemClock } from '../../../platform/clock.ts'
import { takeCall } from './highlevel-limit.ts'

const signal = new AbortController().signal
const database = openPerTest()

function mover(start = 1_780_000_000_000_000) {
  let micros = start
  return { now: () => micros, move: (ms: number) => (micros += ms * 1000) }
}

it('lets no more than 100 calls of two processes through in any 10 s', async () => {
  const other = await database.openAnother()
  const clock = mover()
  const made: number[] = []
  for (let tick = 0; tick < 200; tick++) {
    const db = tick % 2 === 0 ? database.db : other
    const deadline = performance.now()
    // One call, nothing for 9 s, then as many as possible: around the edge of a window of 10 s.
    const wanted = tick === 0 ? 1 : tick < 90 ? 0 : 12
    for (let call = 0; call < wanted; call++) {
      if ((await takeCall({ db, clock }, 'here', { deadline, signal })) === 0) made.push(clock.now())
    }
    clock.move(100)
  }
  await other.close()
  const most = Math.max(...made.map((at) => made.filter((o) => o >= at && o < at + 10_000_000).length))
  expect(most).toBeGreaterThan(80)
  expect(most).toBeLessThanOrEqual(100)
})

it('returns how long to wait if the deadline comes first, and counts each location separately', async () => {
  const ctx = { db: database.db, clock: mover() }
  const at = (location: string) => takeCall(ctx, location, { deadline: performance.now(), signal })
  for (let call = 0; call < 9; call++) expect(await at('here')).toBe(0)
  expect(await at('here')).toBe(1000)
  ctx.clock.move(400)
  expect(await at('here')).toBe(600)
  expect(await at('there')).toBe(0)
  ctx.clock.move(600)
  expect(await at('here')).toBe(0)
})

it('waits within the deadline, and stops waiting when it is aborted', async () => {
  const ctx = { db: database.db, clock: systemClock }
  const deadline = performance.now() + 5_000
  const begun = performance.now()
  const waits = Array.from({ length: 12 }, () => takeCall(ctx, 'here', { deadline, signal }))
  expect(await Promise.all(waits)).toEqual(Array(12).fill(0))
  expect(performance.now() - begun).toBeGreaterThan(900)

  const told = new AbortController()
  const patience = { deadline: performance.now() + 60_000, signal: told.signal }
  const waiting = Array.from({ length: 20 }, () => takeCall(ctx, 'there', patience))
  setTimeout(() => told.abort(), 100)
  const ends = await Promise.allSettled(waiting)
  expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(9)
  expect(ends.filter(({ status }) => status === 'rejected')).toHaveLength(11)
})
