import { type Micros, toIsoMicros } from '../../platform/clock.ts'
import type { Db, Reader, Trx } from '../../platform/db/db.ts'
import { StaleRead } from '../../platform/db/unavailable.ts'
import { type PersonMatcher, withoutMention } from '../../platform/person-matcher.ts'
import type { AttemptRow } from './queries/attempt-queries.ts'
import * as people from './queries/person-queries.ts'
import { findInQueues } from './queries/queue-key-queries.ts'
import type { DeliveryRow } from './queries/queue-queries.ts'
import { lockQueues } from './queue/claim.ts'

/** While a queue's deliveries told of somebody. */
interface Span {
  lane: string
  from: Micros
  /** Exclusive; null: to this day. */
  until: Micros | null
}

/** Who was told in these spans, or may be still: each delivery tells things as they stand when it is sent. */
export async function listRecipients(reader: Reader, spans: readonly Span[]) {
  const rows = await findInQueues(reader, [...new Set(spans.map(({ lane }) => lane))])
  const told = rows.filter((row) =>
    spans.some(
      ({ lane, from, until }) =>
        lane === row.lane &&
        (row.finished_at === null || row.finished_at >= from) &&
        (until === null || row.created_at < until),
    ),
  )
  return told.map((row) => ({
    kind: row.kind,
    brand_id: row.brand_id,
    subject_id: row.subject_id,
    status: row.status,
    at: toIsoMicros(row.finished_at ?? row.created_at),
  }))
}

/** Deliveries and attempts that hold a text that mentions the person. */
export interface PersonInDeliveries {
  deliveries: DeliveryRow[]
  attempts: AttemptRow[]
}

export async function findPersonInDeliveries(
  reader: Reader,
  mention: PersonMatcher,
): Promise<PersonInDeliveries> {
  const deliveries = await people.findInDeliveries(reader, mention)
  const attempts = await people.findInAttempts(reader, mention)
  return {
    deliveries: deliveries.filter((row) => mention.isIn(row.last_error ?? '')),
    attempts: attempts.filter((row) => [row.error ?? '', row.answer ?? ''].some(mention.isIn)),
  }
}

/**
 * Until the transaction ends nobody sends what these queues still have to deliver. Nothing is recorded of what is on its
 * way: it is sent again when its lease ends. To be called before what the queues tell of is locked, for recording takes
 * both in this order. Answers the queues that are held; the others have nothing to deliver.
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
 * To be called when what these queues tell of is locked, so that nothing more is queued in them. Throws Overtaken if
 * something was, in one that is not held: it may be on its way.
 */
export async function requireHeld(
  trx: Trx,
  queueKeys: readonly string[],
  held: ReadonlySet<string>,
): Promise<void> {
  const open = await findOpenQueues(trx, queueKeys)
  if (!open.isSubsetOf(held)) throw new StaleRead()
}

/** Those of the queues in which something was not delivered, be it that it failed and may be tried again. */
async function findOpenQueues(reader: Reader, queueKeys: readonly string[]): Promise<Set<string>> {
  const rows = await findInQueues(reader, queueKeys)
  return new Set(rows.filter(({ status }) => status !== 'delivered').map(({ lane }) => lane))
}

/**
 * Takes a person out of what was and is to be delivered, in queues that are held and elsewhere. `kept` queues go on, and
 * tell things as they stand then; their receivers' answers go. What `ended` queues still had to deliver is dropped: there
 * is nothing left to tell. To be called after `requireHeld`: until then something may be queued in a queue that is not
 * held, sent, and answered.
 */
export async function erasePersonFromDeliveries(
  trx: Trx,
  mention: PersonMatcher,
  found: PersonInDeliveries,
  { kept, ended }: { kept: readonly string[]; ended: readonly string[] },
): Promise<{ dropped: number }> {
  for (const row of found.deliveries) {
    const { last_error } = withoutMention(row, ['last_error'], mention)
    if (last_error !== undefined) await people.changeError(trx, row, last_error)
  }
  for (const row of found.attempts) {
    const change = withoutMention(row, ['error', 'answer'], mention)
    if (Object.keys(change).length > 0) await people.changeAttempt(trx, row, change)
  }
  const over = await findInQueues(trx, ended)
  const dropped = over.filter((row) => row.status !== 'delivered').map(({ id }) => id)
  await people.removeDeliveries(trx, dropped)
  const others = await findInQueues(trx, kept)
  await people.forgetAnswers(
    trx,
    [...over, ...others].map(({ id }) => id),
  )
  return { dropped: dropped.length }
}
