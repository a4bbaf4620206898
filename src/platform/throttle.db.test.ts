import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OpenTestDatabase, openTestDatabase } from '../../test/support/db.ts'
import type { Db } from './db/db.ts'
import { forgetOldWindows, releaseAttempt, take } from './throttle.ts'

const SECOND = 1_000_000
const WINDOW_MS = 60_000

let database: OpenTestDatabase
let keys = 0

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.drop())

const newKey = () => `test ${++keys}`

function takeAt(key: string, second: number, most = 3, db: Db = database.db): Promise<number> {
  return db.write((trx) => take(trx, { key, most, windowMs: WINDOW_MS }, second * SECOND))
}

async function countOf(key: string): Promise<number | undefined> {
  const row = await database.db.read
    .selectFrom('throttles')
    .select('count')
    .where('key', '=', key)
    .executeTakeFirst()
  return row?.count
}

test('allows up to the limit, and then returns the time until the window ends', async () => {
  const key = newKey()
  for (const second of [0, 1, 2]) expect(await takeAt(key, second)).toBe(0)
  expect(await takeAt(key, 10)).toBe(50_000)
  expect(await takeAt(key, 59.9995)).toBe(1)
})

test('a refused event is not counted, and does not prolong the window', async () => {
  const key = newKey()
  for (let second = 0; second < 30; second++) await takeAt(key, second)
  expect(await countOf(key)).toBe(3)
  expect(await takeAt(key, 59)).toBe(1_000)
})

test('a window starts with its first event, and the next one after its end', async () => {
  const key = newKey()
  for (const second of [30, 31, 32]) await takeAt(key, second)
  expect(await takeAt(key, 89)).toBe(1_000)
  for (const second of [90, 91, 92]) expect(await takeAt(key, second)).toBe(0)
  expect(await takeAt(key, 93)).toBe(57_000)
})

test('a window far ahead of a clock that was set back is over, one slightly ahead is not', async () => {
  const key = newKey()
  for (const second of [3_600, 3_601, 3_602]) await takeAt(key, second)
  for (const second of [30, 31, 32]) expect(await takeAt(key, second)).toBe(0)
  expect(await takeAt(key, 33)).toBe(57_000)
  expect(await takeAt(key, 28)).toBe(62_000)
})

test('each key is counted separately', async () => {
  const [one, other] = [newKey(), newKey()]
  expect(await takeAt(one, 0, 1)).toBe(0)
  expect(await takeAt(one, 0, 1)).toBe(WINDOW_MS)
  expect(await takeAt(other, 0, 1)).toBe(0)
})

test('a released event may be counted again, but only once', async () => {
  const key = newKey()
  for (const second of [0, 1, 2]) await takeAt(key, second)
  await database.db.write((trx) => releaseAttempt(trx, key))
  expect(await takeAt(key, 3)).toBe(0)
  expect(await takeAt(key, 3)).toBe(57_000)
  for (let time = 0; time < 5; time++) await database.db.write((trx) => releaseAttempt(trx, key))
  expect(await countOf(key)).toBe(0)
  for (const second of [4, 5, 6]) expect(await takeAt(key, second)).toBe(0)
  expect(await takeAt(key, 7)).toBe(53_000)
})

test('releasing an event that was never counted changes nothing', async () => {
  const key = newKey()
  await database.db.write((trx) => releaseAttempt(trx, key))
  expect(await countOf(key)).toBeUndefined()
})

test('exactly the limit of many concurrent events from several processes is allowed', async () => {
  const key = newKey()
  const another = await database.openAnother()
  const dbs = Array.from({ length: 30 }, (_, turn) => (turn % 2 ? another : database.db))
  const answers = await Promise.all(dbs.map((db) => takeAt(key, 0, 7, db)))
  await another.close()
  expect(answers.filter((wait) => wait === 0)).toHaveLength(7)
  expect(new Set(answers)).toEqual(new Set([0, WINDOW_MS]))
  expect(await countOf(key)).toBe(7)
})

test('expired windows are deleted, current ones are not', async () => {
  const [old, present] = [newKey(), newKey()]
  await takeAt(old, 0)
  await takeAt(present, 30)
  await database.db.write((trx) => forgetOldWindows(trx, 61 * SECOND))
  expect(await countOf(old)).toBeUndefined()
  expect(await countOf(present)).toBe(1)
})
