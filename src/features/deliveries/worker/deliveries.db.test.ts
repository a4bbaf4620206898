import { setTimeout as sleep } from 'node:timers/promises'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { openPerTest } from '../../../../test/support/db.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { Outcome } from '../delivery.ts'
import {
  addBrands,
  down,
  makeEngine,
  newDelivery,
  postpone,
  Receiver,
  refused,
  rowsOf,
  until,
} from '../engine.test-support.ts'

const soon = (ms: number, outcome: Outcome) => () => sleep(ms).then(() => outcome)

const database = openPerTest()
let db: Db

beforeEach(async () => {
  db = database.db
  await addBrands(db, 1, 2, 3)
})

describe('the worker', () => {
  it('sends an enqueued delivery and records it', async () => {
    const receiver = new Receiver()
    const engine = makeEngine(db, receiver)
    const item = newDelivery()
    await db.write((trx) => engine.enqueueAll(trx, [item]))
    const { id, message_id: messageId } = (await rowsOf(db))[0]!
    engine.start()
    await until(() => expect(receiver.results).toHaveLength(1))
    expect(receiver.received).toEqual([
      { ...item, receiver: null, id, messageId, createdAt: expect.any(Number) },
    ])
    expect(messageId).toMatch(/^msg_[\w-]{24}$/)
    expect(receiver.results[0]).toMatchObject({ status: 'delivered', attempts: 1, error: null })
    const delivered = { status: 'delivered', attempts: 1, step: 1, lease_token: null, last_error: null }
    await until(async () => expect(await rowsOf(db)).toMatchObject([delivered]))
  })

  it('sends immediately when it is woken', async () => {
    const receiver = new Receiver()
    const engine = makeEngine(db, receiver, { pollMs: 3_600_000 })
    engine.start()
    for (let i = 1; i <= 20; i++) {
      await db.write((trx) => engine.enqueueAll(trx, [newDelivery()]))
      engine.wake()
      await until(() => expect(receiver.results).toHaveLength(i))
    }
  })

  it('finds deliveries that another process enqueued', async () => {
    const receiver = new Receiver()
    makeEngine(db, receiver).start()
    await sleep(20)
    const other = makeEngine(db, new Receiver())
    await db.write((trx) => other.enqueueAll(trx, [newDelivery()]))
    await until(() => expect(receiver.results).toHaveLength(1))
  })

  it('sends nothing from a transaction that was rolled back', async () => {
    const receiver = new Receiver()
    const engine = makeEngine(db, receiver)
    engine.start()
    const queueKey = 'warranty:1'
    const undone = db.write(async (trx) => {
      await engine.enqueueAll(trx, [newDelivery({ queueKey })])
      throw new Error('refused')
    })
    await expect(undone).rejects.toThrow('refused')
    // It would be first in its queue.
    const next = newDelivery({ queueKey })
    await db.write((trx) => engine.enqueueAll(trx, [next]))
    engine.wake()
    await until(() => expect(receiver.received).not.toEqual([]))
    expect(receiver.received).toMatchObject([next])
  })

  it('makes eight attempts under one message id, then keeps the delivery as failed', async () => {
    const receiver = new Receiver(down)
    const engine = makeEngine(db, receiver, { retryScale: 0.000_001 })
    const queueKey = 'warranty:1'
    await db.write((trx) => engine.enqueueAll(trx, [newDelivery({ queueKey })]))
    engine.start()
    await until(async () => expect(await rowsOf(db)).toMatchObject([{ status: 'failed' }]))
    expect(receiver.results.map((result) => result.attempts)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    expect(receiver.results.map((result) => result.status)).toEqual([...Array(7).fill('pending'), 'failed'])
    const [first] = await rowsOf(db)
    expect(first).toMatchObject({ attempts: 8, last_error: down.ok ? '' : down.error })
    // A ninth attempt would come before the next delivery of its queue.
    receiver.answers = [{ ok: true }]
    await db.write((trx) => engine.enqueueAll(trx, [newDelivery({ queueKey })]))
    engine.wake()
    await until(async () => expect((await rowsOf(db))[1]).toMatchObject({ status: 'delivered' }))
    const [, second] = await rowsOf(db)
    expect(receiver.received.map(({ messageId }) => messageId)).toEqual([
      ...Array(8).fill(first!.message_id),
      second!.message_id,
    ])
  })

  it('stops at a permanent refusal and continues with other deliveries', async () => {
    const receiver = new Receiver(refused, { ok: true })
    const engine = makeEngine(db, receiver)
    const queueKey = 'warranty:1'
    await db.write((trx) => engine.enqueueAll(trx, [newDelivery({ queueKey }), newDelivery({ queueKey })]))
    engine.start()
    await until(() => expect(receiver.results.map((one) => one.status)).toEqual(['failed', 'delivered']))
  })

  it('waits as long as the receiver asks', async () => {
    const receiver = new Receiver(
      { ok: false, final: false, error: 'slow down', retryAfterS: 1 },
      { ok: true },
    )
    const engine = makeEngine(db, receiver)
    await db.write((trx) => engine.enqueueAll(trx, [newDelivery()]))
    engine.start()
    await until(() => expect(receiver.results).toHaveLength(2))
    const [first, second] = receiver.results
    expect(second!.attemptedAt - first!.attemptedAt).toBeGreaterThanOrEqual(1_000_000)
  })

  it('starts a delivery when it is due, not sooner', async () => {
    const receiver = new Receiver()
    const engine = makeEngine(db, receiver)
    await db.write((trx) => engine.enqueueAll(trx, [newDelivery()]))
    const dueAt = Date.now() * 1000 + 400_000
    await postpone(db, dueAt)
    engine.start()
    await until(() => expect(receiver.results).toHaveLength(1))
    const late = receiver.results[0]!.attemptedAt - dueAt
    expect(late).toBeGreaterThanOrEqual(0)
    expect(late).toBeLessThan(5_000_000)
  })

  it('treats an exception of a handler as a temporary failure', async () => {
    const receiver = new Receiver(() => Promise.reject(new Error('secret')), { ok: true })
    const engine = makeEngine(db, receiver)
    await db.write((trx) => engine.enqueueAll(trx, [newDelivery()]))
    engine.start()
    await until(() => expect(receiver.results).toHaveLength(2))
    expect(receiver.results[0]).toMatchObject({
      status: 'pending',
      error: expect.not.stringContaining('secret'),
    })
  })

  it('aborts a handler that does not end', async () => {
    const receiver = new Receiver(() => new Promise(() => {}), { ok: true })
    receiver.timeoutMs = 50
    const engine = makeEngine(db, receiver)
    await db.write((trx) => engine.enqueueAll(trx, [newDelivery()]))
    engine.start()
    await until(() => expect(receiver.results).toHaveLength(2))
    expect(receiver.results[0]!.error).toBe('No complete answer came within 0.05 s.')
  })

  it('records an attempt even if its hook fails', async () => {
    const receiver = new Receiver()
    const settled = vi.fn(() => Promise.reject(new Error('a bug')))
    const engine = makeEngine(db, Object.assign(receiver, { settled }))
    await db.write((trx) => engine.enqueueAll(trx, [newDelivery()]))
    engine.start()
    await until(async () => expect(await rowsOf(db)).toMatchObject([{ status: 'delivered' }]))
    expect(receiver.received).toHaveLength(1)
  })
})

describe('queues', () => {
  it('send one delivery at a time, in order, with failures and several processes', async () => {
    const queueKeys = ['warranty:1', 'warranty:2', 'warranty:3']
    const receiver = new Receiver()
    let sends = 0
    receiver.answers = [() => sleep(2).then(() => (++sends % 3 === 0 ? down : { ok: true }))]
    const another = await database.openAnother()
    const engines = [makeEngine(db, receiver), makeEngine(another, receiver), makeEngine(db, receiver)]
    const items = queueKeys.flatMap((queueKey) => Array.from({ length: 15 }, () => newDelivery({ queueKey })))
    await db.write((trx) => engines[0]!.enqueueAll(trx, items))
    for (const engine of engines) engine.start()
    await until(async () => {
      expect((await rowsOf(db)).filter((row) => row.status === 'delivered')).toHaveLength(45)
    })
    expect(receiver.maxConcurrent).toBe(1)
    for (const lane of queueKeys) {
      const ids = receiver.received.filter((delivery) => delivery.queueKey === lane).map(({ id }) => id)
      expect(ids).toEqual(ids.toSorted((a, b) => a - b))
    }
    await Promise.all(engines.map((engine) => engine.stop()))
    await another.close()
  })

  it('are shared by several processes, which send everything once', async () => {
    const receiver = new Receiver(soon(1, { ok: true }))
    const another = await database.openAnother()
    const engines = [makeEngine(db, receiver), makeEngine(another, receiver)]
    const items = Array.from({ length: 300 }, () => newDelivery())
    await db.write((trx) => engines[0]!.enqueueAll(trx, items))
    for (const engine of engines) engine.start()
    await until(() => expect(receiver.results).toHaveLength(300))
    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(300)
    expect(receiver.received).toHaveLength(300)
    await Promise.all(engines.map((engine) => engine.stop()))
    await another.close()
  })

  it('defer later deliveries while the first one waits', async () => {
    const receiver = new Receiver(down, { ok: true })
    const engine = makeEngine(db, receiver, { retryScale: 1_000 })
    const queueKey = 'warranty:1'
    await db.write((trx) => engine.enqueueAll(trx, [newDelivery({ queueKey }), newDelivery({ queueKey })]))
    const [first, second] = await rowsOf(db)
    engine.start()
    await until(() => expect(receiver.results).toHaveLength(1))
    // It is due after the second one.
    await db.write((trx) => engine.enqueueAll(trx, [newDelivery()]))
    const [, , other] = await rowsOf(db)
    engine.wake()
    await until(() => expect(receiver.results).toHaveLength(2))
    expect(receiver.received.map(({ id }) => id)).toEqual([first!.id, other!.id])

    await postpone(db, Date.now() * 1000)
    engine.wake()
    await until(() => expect(receiver.results).toHaveLength(4))
    expect(receiver.received.slice(2).map(({ id }) => id)).toEqual([first!.id, second!.id])
  })
})

describe('fairness', () => {
  it('sends to other receivers while one hangs and one always fails', async () => {
    const hanging = () => new Promise<Outcome>(() => {})
    const receiver = new Receiver()
    const send = receiver.send
    receiver.send = async (delivery) => {
      if (delivery.brandId === 1) return hanging()
      if (delivery.brandId === 2) return down
      return send(delivery)
    }
    const engine = makeEngine(db, receiver)
    const many = (brandId: number, count: number) =>
      Array.from({ length: count }, () => newDelivery({ brandId }))
    await db.write((trx) => engine.enqueueAll(trx, [...many(1, 200), ...many(2, 200), ...many(3, 50)]))
    engine.start()
    await until(() => expect(receiver.received).toHaveLength(50))
  })

  it('sends to one receiver while many hang, each with more deliveries than slots', async () => {
    await addBrands(db, 4, 5, 6, 7)
    const receiver = new Receiver()
    const send = receiver.send
    let hanging = 0
    receiver.send = async (delivery) => {
      if (delivery.brandId === 1) return send(delivery)
      hanging++
      return new Promise(() => {})
    }
    receiver.timeoutMs = 60_000
    const engine = makeEngine(db, receiver)
    const owe = async (brandId: number, count: number) => {
      const items = Array.from({ length: count }, () => newDelivery({ brandId }))
      await db.write((trx) => engine.enqueueAll(trx, items))
    }
    for (const brandId of [2, 3, 4, 5, 6, 7]) await owe(brandId, 40)
    engine.start()
    await until(() => expect(hanging).toBeGreaterThan(30))
    await owe(1, 20)
    engine.wake()
    await until(() => expect(receiver.received).toHaveLength(20))
  }, 20_000)

  it('does not flood a receiver that comes back', async () => {
    let now = 0
    let most = 0
    const isDown = { value: true }
    const receiver = new Receiver(async () => {
      most = Math.max(most, ++now)
      await sleep(10)
      now--
      return isDown.value ? down : { ok: true }
    })
    const engine = makeEngine(db, receiver, { retryScale: 0.000_01 })
    await db.write((trx) => engine.enqueueAll(trx, [newDelivery()]))
    engine.start()
    await until(() => expect(receiver.results).toHaveLength(1))
    await db.write((trx) =>
      engine.enqueueAll(
        trx,
        Array.from({ length: 40 }, () => newDelivery()),
      ),
    )
    engine.wake()
    await until(() => expect(receiver.results.length).toBeGreaterThan(8))
    expect(most).toBeLessThanOrEqual(2)
    isDown.value = false
    await until(async () => {
      expect((await rowsOf(db)).filter((row) => row.status === 'delivered').length).toBe(41)
    })
    expect(most).toBeLessThanOrEqual(16)
  })
})
