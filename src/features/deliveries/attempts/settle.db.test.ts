import { hostname } from 'node:os'
import { beforeEach, describe, expect, it } from 'vitest'
import { openPerTest } from '../../../../test/support/db.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { Outcome, Settled } from '../delivery.ts'
import {
  addBrands,
  down,
  makeEngine,
  newDelivery,
  Receiver,
  refused,
  rowsOf,
  until,
} from '../engine.test-support.ts'

const database = openPerTest()
let db: Db

beforeEach(async () => {
  db = database.db
  await addBrands(db, 1)
})

const attemptsOf = () =>
  db.read.selectFrom('delivery_attempts').selectAll().orderBy('delivery_id').orderBy('number').execute()

function answering(status: number, body: string): Outcome {
  const answer = { status, contentType: 'text/plain', headers: {}, body: Buffer.from(body), truncated: false }
  return status < 300
    ? { ok: true, status, answer }
    : { ok: false, final: false, error: `The receiver answered with status ${status}.`, status, answer }
}

describe('an attempt', () => {
  it('is recorded with its time, duration, result and answer', async () => {
    const receiver = new Receiver(answering(503, 'come\0back'), down, answering(201, 'x'.repeat(5_000)))
    const engine = makeEngine(db, receiver)
    await db.write((trx) => engine.enqueueAll(trx, [newDelivery()]))
    const { id } = (await rowsOf(db))[0]!
    engine.start()
    await until(async () => expect(await rowsOf(db)).toMatchObject([{ status: 'delivered', attempts: 3 }]))
    const rows = await attemptsOf()
    expect(rows).toMatchObject([
      { number: 1, status: 503, error: 'The receiver answered with status 503.', answer: 'come\uFFFDback' },
      { number: 2, status: null, error: expect.any(String), answer: null },
      { number: 3, status: 201, error: null, answer: 'x'.repeat(2_048) },
    ])
    for (const [index, row] of rows.entries()) {
      expect(row).toMatchObject({ delivery_id: id, worker: `${hostname()}:${process.pid}` })
      expect(row.at).toBe(receiver.results[index]!.attemptedAt)
      expect(row.duration_ms).toBeGreaterThanOrEqual(0)
    }
  })

  it('is recorded as final if the receiver refused permanently', async () => {
    const engine = makeEngine(db, new Receiver(down, refused), { retryScale: 1 })
    await db.write((trx) => engine.enqueueAll(trx, [newDelivery({ queueKey: 'lead:1' })]))
    for (let i = 1; i <= 2; i++) await engine.attemptNow('lead:1', { reopen: false, budgetMs: 1_000 })
    expect((await attemptsOf()).map(({ final }) => Boolean(final))).toEqual([false, true])
  })

  it('is recorded also if it is made by hand or by the caller', async () => {
    const engine = makeEngine(db, new Receiver(down), { retryScale: 1 })
    const [claim] = await db.write((trx) =>
      engine.enqueueClaimedAll(trx, [newDelivery({ queueKey: 'lead:1' })]),
    )
    await engine.attemptClaimed(claim!, { timeoutMs: 1_000 })
    await engine.attemptNow('lead:1', { reopen: true, budgetMs: 1_000 })
    expect((await attemptsOf()).map(({ number }) => number)).toEqual([1, 2])
  })

  it('is removed with its delivery', async () => {
    const engine = makeEngine(db, new Receiver())
    await db.write((trx) => engine.enqueueAll(trx, [newDelivery({ queueKey: 'lead:1' })]))
    await engine.attemptNow('lead:1', { reopen: true, budgetMs: 1_000 })
    await db.write((trx) => trx.deleteFrom('deliveries').execute())
    expect(await attemptsOf()).toEqual([])
  })
})

describe('attempts that end together', () => {
  const many = (count: number) => Array.from({ length: count }, () => newDelivery())

  it('are recorded in few transactions, with their hooks', async () => {
    const batches: number[] = []
    const receiver = new Receiver()
    const settled = async (_trx: unknown, attempts: readonly Settled[]) => void batches.push(attempts.length)
    const engine = makeEngine(db, Object.assign(receiver, { settled }))
    await db.write((trx) => engine.enqueueAll(trx, many(120)))
    engine.start()
    await until(async () => {
      expect((await rowsOf(db)).filter(({ status }) => status === 'delivered')).toHaveLength(120)
    })
    expect(batches.reduce((sum, size) => sum + size, 0)).toBe(120)
    expect(batches.length).toBeLessThan(60)
    expect(await attemptsOf()).toHaveLength(120)
  })

  it('are recorded even if the hooks of one of them fail', async () => {
    const told: number[] = []
    const receiver = new Receiver()
    const settled = async (_trx: unknown, attempts: readonly Settled[]) => {
      if (attempts.some(({ delivery }) => delivery.subjectId === -1)) throw new Error('a bug')
      told.push(...attempts.map(({ delivery }) => delivery.id))
    }
    const engine = makeEngine(db, Object.assign(receiver, { settled }))
    await db.write((trx) =>
      engine.enqueueAll(trx, [...many(10), newDelivery({ subjectId: -1, queueKey: 'odd' })]),
    )
    engine.start()
    await until(async () => {
      expect((await rowsOf(db)).filter(({ status }) => status === 'delivered')).toHaveLength(11)
    })
    expect(new Set(told).size).toBe(10)
    expect(receiver.received).toHaveLength(11)
    expect(await attemptsOf()).toHaveLength(11)
  })
})
