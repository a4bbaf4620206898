import { afterEach, beforeEach, expect, test } from 'vitest'
import { type OpenTestDatabase, openTestDatabase } from '../../../../test/support/db.ts'
import { systemClock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import { deleteIdleCallers, spend } from './queries.ts'
import { createRateLimit } from './rate-limit.ts'
import { shareRateLimit } from './share-rate-limit.ts'

const SECOND = 1_000_000
const MINUTE = 60 * SECOND

let database: OpenTestDatabase
let another: Db
const stops: (() => Promise<void>)[] = []

beforeEach(async () => {
  database = await openTestDatabase()
  another = await database.openAnother()
})
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
  await another.close()
  await database.drop()
})

/** The shared limit of one process. Its clocks stand still, so the quota does not refill. */
function limitOf(db: Db, perMinute: number) {
  const nowMs = () => 0
  const limit = createRateLimit(perMinute, { nowMs })!
  const { learn } = limit
  let learned = 0
  limit.learn = (caller, fullInMs) => {
    learn(caller, fullInMs)
    learned = Math.round((fullInMs * 1_000 * perMinute) / MINUTE)
  }
  const clock = { now: () => 1_000 * MINUTE }
  stops.push(shareRateLimit(limit, { db, clock, nowMs, perMinute, onError: (error) => console.error(error) }))
  const left = (header: string) => Number(/;r=(\d+);/.exec(header)![1])
  return { take: (caller: string) => left(limit.take(caller)), limit, learned: () => learned }
}

test('a process learns of requests at the other as soon as the caller sends it one', async () => {
  const [one, other] = [limitOf(database.db, 600), limitOf(another, 600)]
  for (let i = 0; i < 400; i++) one.take('user:1')
  await expect
    .poll(() => database.db.read.selectFrom('rate_limits').select('spent_until').execute(), {
      timeout: 5_000,
    })
    .toEqual([{ spent_until: 1_000 * MINUTE + 40 * SECOND }])
  expect(other.take('user:1')).toBe(599)
  await expect.poll(() => other.take('user:1'), { timeout: 5_000, interval: 50 }).toBeLessThan(200)
  // The other caller's quota is unchanged.
  expect(other.take('token:1')).toBe(599)
})

test('all processes together admit no more than the limit and the unreported requests', async () => {
  const limits = [limitOf(database.db, 64), limitOf(another, 64)]
  let passed = 0
  for (const { limit, learned } of limits) {
    for (let refused = 0; refused === 0; ) {
      try {
        limit.take('user:1')
        passed++
      } catch {
        refused++
      }
      // Four requests are a burst: the caller waits until they are reported.
      if (passed % 4 === 0) await expect.poll(learned, { timeout: 5_000 }).toBe(passed)
    }
  }
  expect(passed).toBe(64 + 4)
})

test('totals add up, decrease with time, and never exceed the maximum', async () => {
  const at = (now: number, cost: number) =>
    database.db.write((trx) => spend(trx, [{ caller: 'user:1', cost }], { now, most: 100 }))
  const until = (spent_until: number) => [{ caller: 'user:1', spent_until }]
  expect(await at(1_000, 30)).toEqual(until(1_030))
  expect(await at(1_010, 30)).toEqual(until(1_060))
  expect(await at(1_060, 30)).toEqual(until(1_090))
  expect(await at(2_000, 30)).toEqual(until(2_030))
  expect(await at(2_000, 500)).toEqual(until(2_100))
  // As after a clock that was ahead is set back.
  expect(await at(500, 30)).toEqual(until(600))
})

test('any number of callers is saved together, each with its own total', async () => {
  const costs = Array.from({ length: 715 }, (_, i) => ({ caller: `user:${i}`, cost: i }))
  for (const times of [1, 2]) {
    const accounts = await database.db.write((trx) => spend(trx, costs, { now: 0, most: MINUTE }))
    expect(new Map(accounts.map((one) => [one.caller, one.spent_until]))).toEqual(
      new Map(costs.map(({ caller, cost }) => [caller, times === 1 || cost === 0 ? cost : 2 * cost])),
    )
  }
})

test('callers whose quota is full are deleted', async () => {
  const now = systemClock.now()
  await database.db.write(async (trx) => {
    await spend(trx, [{ caller: 'user:1', cost: 10 }], { now: now - SECOND, most: MINUTE })
    await spend(trx, [{ caller: 'user:2', cost: 10 }], { now, most: MINUTE })
    await deleteIdleCallers(trx, now)
  })
  const rows = await database.db.read.selectFrom('rate_limits').select('caller').execute()
  expect(rows).toEqual([{ caller: 'user:2' }])
})
