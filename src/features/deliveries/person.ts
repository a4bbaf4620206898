import { type Micros, toIsoMicros } from '../../platform/clock.ts'
import type { Db, Reader, Trx } from '../../platform/db/db.ts'
import { StaleRead } from '../../platform/db/unavailable.ts'
import { type PersonMatcher, withoutMention } from '../../platform/person-matcher.ts'
import type { AttemptRow } from './queries/attempt-queries.ts'
import * as people from './queries/person-queries.ts'
import { findInQueues } from './queries/queue-key-queries.ts'
import type { DeliveryRow } from './queries/queue-queries.ts'
import { lockQueues } from './queue/claim.ts'

/** A time in which a queue's deliveries were about a person. */
interface Span {
  lane: string
  from: Micros
  /** Exclusive; null means until now. */
  until: Micros | null
}

/** Returns the deliveries that sent, or may still send, data from these spans: each sends the record as it is then. */
export async function listRecipients(reader: Reader, spans: readonly Span[]) {
  const rows = await findInQueues(reader, [...new Set(spans.map(({ lane }) => lane))])
  return rows.filter((row) => spans.some((span) => isDuring(row, span))).map(toRecipient)
}

/** Returns the deliveries that sent, or may still send, these events. */
export async function listEventRecipients(reader: Reader, eventIds: readonly number[]) {
  return (await people.findOfEvents(reader, eventIds)).map(toRecipient)
}

function isDuring(row: DeliveryRow, { lane, from, until }: Span): boolean {
  return (
    lane === row.lane &&
    (row.finished_at === null || row.finished_at >= from) &&
    (until === null || row.created_at < until)
  )
}

function toRecipient(row: DeliveryRow) {
  return {
    kind: row.kind,
    brand_id: row.brand_id,
    subject_id: row.subject_id,
    status: row.status,
    at: toIsoMicros(row.finished_at ?? row.created_at),
  }
}

/** Deliveries and attempts with a text that mentions the person. */
export interface PersonInDeliveries {
  deliveries: DeliveryRow[]
  attempts: AttemptRow[]
}

/** Finds texts that mention the person; with `within`, in deliveries of these brands only. */
export async function findPersonInDeliveries(
  reader: Reader,
  mention: PersonMatcher,
  within?: ReadonlySet<number>,
): Promise<PersonInDeliveries> {
  const deliveries = await people.findInDeliveries(reader, mention)
  const attempts = await people.findInAttempts(reader, mention)
  const found = {
    deliveries: deliveries.filter((row) => mention.isIn(row.last_error ?? '')),
    attempts: attempts.filter((row) =>
      [row.error ?? '', row.answer ?? '', row.request ?? ''].some(mention.isIn),
    ),
  }
  if (!within) return found
  const ids = new Set(found.attempts.map(({ delivery_id }) => delivery_id))
  const brands = await people.brandsOfDeliveries(reader, [...ids])
  return {
    deliveries: found.deliveries.filter(({ brand_id }) => within.has(brand_id)),
    attempts: found.attempts.filter(({ delivery_id }) => within.has(brands.get(delivery_id) ?? 0)),
  }
}

/**
 * Stops all sending from these queues until the transaction ends. Running attempts are not recorded: they are repeated
 * when their leases end. Call it before locking the records that the queues report, as recording locks in this order.
 * Returns the queues that it locked; the others have no undelivered delivery.
 */
export async function holdQueues(db: Db, trx: Trx, queueKeys: readonly string[]): Promise<Set<string>> {
  const held = await findOpenQueues(trx, queueKeys)
  await lockQueues({ db }, trx, [...held])
  const rows = await findInQueues(trx, [...held])
  await people.disownAttempts(
    trx,
    rows.map(({ id }) => id),
  )
  return held
}

/**
 * Checks that nothing was queued in other queues meanwhile, which may be being sent. Call it after locking the records
 * that the queues report. @throws StaleRead if something was queued
 */
export async function requireHeld(
  trx: Trx,
  queueKeys: readonly string[],
  held: ReadonlySet<string>,
): Promise<void> {
  const open = await findOpenQueues(trx, queueKeys)
  if (!open.isSubsetOf(held)) throw new StaleRead()
}

/** Returns those of the queues that have a pending or failed delivery. */
async function findOpenQueues(reader: Reader, queueKeys: readonly string[]): Promise<Set<string>> {
  const rows = await findInQueues(reader, queueKeys)
  return new Set(rows.filter(({ status }) => status !== 'delivered').map(({ lane }) => lane))
}

/**
 * Removes a person from errors and answers. Also removes all answers of `kept` and `ended` queues, and the undelivered
 * deliveries of `ended` queues. Returns how many deliveries were removed. Call it after `requireHeld`: until then,
 * something may be queued, sent and answered.
 */
export async function erasePersonFromDeliveries(
  trx: Trx,
  matcher: PersonMatcher,
  found: PersonInDeliveries,
  { kept, ended }: { kept: readonly string[]; ended: readonly string[] },
): Promise<{ dropped: number }> {
  for (const row of found.deliveries) {
    const { last_error } = withoutMention(row, ['last_error'], matcher)
    if (last_error !== undefined) await people.changeError(trx, row, last_error)
  }
  for (const row of found.attempts) {
    const change = {
      ...withoutMention(row, ['error', 'answer'], matcher),
      ...(matcher.isIn(row.request ?? '') && { request: null }),
    }
    if (Object.keys(change).length > 0) await people.changeAttempt(trx, row, change)
  }
  const ending = await findInQueues(trx, ended)
  const dropped = ending.filter((row) => row.status !== 'delivered').map(({ id }) => id)
  await people.removeDeliveries(trx, dropped)
  const others = await findInQueues(trx, kept)
  await people.forgetAnswers(
    trx,
    [...ending, ...others].map(({ id }) => id),
  )
  return { dropped: dropped.length }
}

/** Returns the keys of the queues in which these events wait, or waited. */
export async function queuesOfEvents(reader: Reader, eventIds: readonly number[]): Promise<string[]> {
  return [...new Set((await people.findOfEvents(reader, eventIds)).map(({ lane }) => lane))]
}

/** Removes the undelivered deliveries of these events, and receivers' answers to the others. Returns how many. */
export async function dropEvents(trx: Trx, eventIds: readonly number[]): Promise<number> {
  const rows = await people.findOfEvents(trx, eventIds)
  const dropped = rows.filter(({ status }) => status !== 'delivered').map(({ id }) => id)
  await people.removeDeliveries(trx, dropped)
  await people.forgetAnswers(
    trx,
    rows.map(({ id }) => id),
  )
  return dropped.length
}
