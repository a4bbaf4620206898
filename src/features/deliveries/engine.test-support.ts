import type { Insertable } from 'kysely'
import { pino } from 'pino'
import { onTestFinished, vi } from 'vitest'
import { type Clock, type Micros, systemClock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Schema } from '../../platform/db/schema.ts'
import type { Principal } from '../../platform/principal.ts'
import { createBrandCache } from '../brands/index.ts'
import type { AttemptResult, Delivery, DeliveryHandler, NewDelivery, Outcome, Settled } from './delivery.ts'
import type { Deliveries } from './index.ts'
import { createDeliveries } from './module.ts'
import type { RetryContext } from './operations/retry-deliveries.ts'

/** Creates an engine on this database, as one process has it, and stops it after the test, or `after` all. */
export function makeEngine(
  db: Db,
  handler: DeliveryHandler,
  {
    after = onTestFinished,
    retryScale = 0.0001,
    clock = systemClock,
    pollMs,
  }: {
    after?: (stop: () => Promise<void>) => void
    retryScale?: number
    clock?: Clock
    pollMs?: number
  } = {},
): Deliveries {
  const engine = createDeliveries({ db, clock, log: pino({ level: 'silent' }), retryScale, pollMs })
  engine.register('warranty_sync', handler)
  after(() => engine.stop(0))
  return engine
}

/** Waits until a check passes. */
export const until = (check: () => void | Promise<void>) =>
  vi.waitFor(check, { timeout: 60_000, interval: 5 })

export const down: Outcome = { ok: false, final: false, error: 'The receiver answered with status 503.' }
export const refused: Outcome = { ok: false, final: true, error: 'The receiver answered with status 404.' }

/** A receiver that keeps what it receives and gives the answers in order, then repeats the last one. */
export class Receiver implements DeliveryHandler {
  timeoutMs = 5_000
  readonly received: Delivery[] = []
  readonly results: AttemptResult[] = []
  /** The highest number of concurrent sends within one queue. */
  maxConcurrent = 0
  answers: (Outcome | (() => Promise<Outcome>))[]
  readonly #now = new Map<string, number>()

  constructor(...answers: Receiver['answers']) {
    this.answers = answers.length > 0 ? answers : [{ ok: true }]
  }

  send = async (delivery: Delivery): Promise<Outcome> => {
    this.received.push(delivery)
    const count = (this.#now.get(delivery.queueKey) ?? 0) + 1
    this.#now.set(delivery.queueKey, count)
    this.maxConcurrent = Math.max(this.maxConcurrent, count)
    const answer = this.answers.length > 1 ? this.answers.shift()! : this.answers[0]!
    try {
      return typeof answer === 'function' ? await answer() : await Promise.resolve(answer)
    } finally {
      this.#now.set(delivery.queueKey, this.#now.get(delivery.queueKey)! - 1)
    }
  }

  settled = async (_trx: unknown, attempts: readonly Settled[]): Promise<void> => {
    this.results.push(...attempts.map(({ result }) => result))
  }
}

let subjects = 0

/** Returns a delivery in a queue of its own, unless `fields` say otherwise. */
export function newDelivery(fields: Partial<NewDelivery> = {}): NewDelivery {
  const subjectId = ++subjects
  return {
    kind: 'warranty_sync',
    event: 'warranty.created',
    brandId: 1,
    subjectId,
    queueKey: `warranty:${subjectId}`,
    ...fields,
  }
}

/** Adds brands with these ids: `brand-1`. */
export async function addBrands(db: Db, ...ids: number[]): Promise<void> {
  const rows = ids.map((id) => ({ id, slug: `brand-${id}`, name: `Brand ${id}`, updated_at: 0 }))
  await db.write((trx) => trx.insertInto('brands').values(rows).execute())
}

/** Makes all deliveries due at a time. */
export async function postpone(db: Db, until: Micros): Promise<void> {
  await db.write((trx) => trx.updateTable('deliveries').set({ next_attempt_at: until }).execute())
}

export function rowsOf(db: Db) {
  return db.read.selectFrom('deliveries').selectAll().orderBy('id').execute()
}

/**
 * Returns the context of operations on deliveries: for the shell, or for a user with every permission on some brands.
 */
export function administer(
  db: Db,
  engine: Deliveries,
  brandIds?: number[],
  permissions = RIGHTS,
): RetryContext {
  const principal: Principal = brandIds
    ? { kind: 'user', id: 7, permissions: new Set(permissions), brands: new Set(brandIds) }
    : { kind: 'shell', name: 'ada' }
  return { db, clock: systemClock, principal, brands: createBrandCache(db), deliveries: engine }
}

const RIGHTS = ['deliveries:read', 'deliveries:retry']

/** Inserts failed deliveries of brand 1, or others. Returns their ids. */
export async function addDeliveries(
  db: Db,
  ...rows: Partial<Insertable<Schema['deliveries']>>[]
): Promise<number[]> {
  const inserted = await db.write((trx) =>
    trx
      .insertInto('deliveries')
      .values(
        rows.map((fields) => {
          const subjectId = fields.subject_id ?? ++subjects
          return {
            kind: 'warranty_sync',
            event: 'warranty.registered',
            brand_id: 1,
            subject_id: subjectId,
            lane: `warranty:${subjectId}`,
            message_id: `msg_${++messages}`,
            status: 'failed',
            attempts: 0,
            next_attempt_at: 0,
            created_at: 0,
            ...fields,
          }
        }),
      )
      .returning('id')
      .execute(),
  )
  return inserted.map(({ id }) => id).sort((a, b) => a - b)
}

let messages = 0
