import { beforeEach, expect, test } from 'vitest'
import { openPerTest } from '../../../../test/support/db.ts'
import type { Db, Reader } from '../../../platform/db/db.ts'
import type { DeliveryStatus } from '../delivery.ts'
import { addBrands, rowsOf } from '../engine.test-support.ts'
import { type DeliveryRetention, pruneDeliveries } from './prune-deliveries.ts'

const DAY = 86_400_000_000
const NOW = Date.UTC(2026, 5, 15) * 1000
const clock = { now: () => NOW }
const FOREVER: DeliveryRetention = { deliveredDays: 0, failedDays: 0, attemptsDays: 0 }

const database = openPerTest()
let db: Db
beforeEach(async () => {
  db = database.db
  await addBrands(db, 1)
})

/** Adds deliveries that finished a number of days ago, each with one attempt. */
async function insert(...kept: [status: DeliveryStatus, days: number][]) {
  await db.write(async (trx) => {
    for (let start = 0; start < kept.length; start += 500) {
      const rows = kept.slice(start, start + 500).map(([status, days], index) => ({
        kind: 'warranty_sync' as const,
        event: 'warranty.registered',
        brand_id: 1,
        subject_id: start + index,
        lane: `warranty:${start + index}`,
        message_id: `msg_${start + index}`,
        status,
        next_attempt_at: 0,
        last_error: status === 'failed' ? 'gone' : null,
        created_at: NOW - days * DAY - 1_000,
        finished_at: status === 'pending' ? null : NOW - days * DAY - 1,
      }))
      const made = await trx.insertInto('deliveries').values(rows).returning(['id', 'created_at']).execute()
      const attempts = made.map(({ id, created_at }) => ({
        delivery_id: id,
        number: 1,
        at: created_at,
        duration_ms: 1,
        status: 200,
        error: null,
        answer: 'x',
        worker: 'w',
      }))
      await trx.insertInto('delivery_attempts').values(attempts).execute()
    }
  })
}

const prune = (retention: Partial<DeliveryRetention>) =>
  pruneDeliveries({ db, clock }, { ...FOREVER, ...retention })
const left = async () => (await rowsOf(db)).map(({ status, subject_id }) => `${status} ${subject_id}`)
const attemptsLeft = async () =>
  (await db.read.selectFrom('delivery_attempts').select('delivery_id').execute()).length

const ALL: [DeliveryStatus, number][] = [
  ['pending', 400],
  ['failed', 400],
  ['delivered', 91],
  ['failed', 91],
  ['delivered', 89],
  ['failed', 89],
  ['pending', 0],
]

test('zero keeps everything forever', async () => {
  await insert(...ALL)
  expect(await prune({})).toEqual({ deliveries: 0, attempts: 0 })
  expect(await left()).toHaveLength(ALL.length)
})

test('old successful deliveries are removed with their attempts; failed and pending ones stay', async () => {
  await insert(...ALL)
  expect(await prune({ deliveredDays: 90 })).toEqual({ deliveries: 1, attempts: 0 })
  expect(await left()).toEqual(['pending 0', 'failed 1', 'failed 3', 'delivered 4', 'failed 5', 'pending 6'])
  expect(await attemptsLeft()).toBe(6)
})

test('old failed deliveries are removed only if a number of days is set', async () => {
  await insert(...ALL)
  expect(await prune({ failedDays: 90 })).toEqual({ deliveries: 2, attempts: 0 })
  expect(await left()).toEqual(['pending 0', 'delivered 2', 'delivered 4', 'failed 5', 'pending 6'])
})

test('old attempts are removed without changing their delivery', async () => {
  await insert(...ALL)
  const before = await rowsOf(db)
  expect(await prune({ attemptsDays: 90 })).toEqual({ deliveries: 0, attempts: 4 })
  expect(await attemptsLeft()).toBe(3)
  expect(await rowsOf(db)).toEqual(before)
})

test.each([
  ['failed', { deliveredDays: 90 }, 'delivered'],
  ['delivered', { failedDays: 90 }, 'failed'],
] as const)('rows that are %s and kept forever are not fetched each time', async (kept, retention, other) => {
  await insert(...Array.from({ length: 600 }, (): [DeliveryStatus, number] => [kept, 400]), [other, 91])
  let read = 0
  const counted = db.read.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      read += result.rows.length
      return result
    },
  }) as Reader
  const pruned = await pruneDeliveries({ db: { ...db, read: counted }, clock }, { ...FOREVER, ...retention })
  expect({ ...pruned, read }).toEqual({ deliveries: 1, attempts: 0, read: 1 })
})

test('many deliveries are removed a page at a time, past those kept between them', async () => {
  const many = Array.from({ length: 1_300 }, (_, i): [DeliveryStatus, number] => [
    i % 3 === 0 ? 'failed' : 'delivered',
    100,
  ])
  await insert(...many)
  expect(await prune({ deliveredDays: 90, attemptsDays: 90 })).toEqual({ deliveries: 866, attempts: 434 })
  expect(await left()).toHaveLength(434)
  expect(await prune({ deliveredDays: 90, attemptsDays: 90 })).toEqual({ deliveries: 0, attempts: 0 })
})
