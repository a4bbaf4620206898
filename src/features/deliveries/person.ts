import { type Micros, toIsoMicros } from '../../platform/clock.ts'
import type { Reader, Trx } from '../../platform/db/db.ts'
import { type Mention, withoutMention } from '../../platform/mention.ts'
import { findInLanes } from './lane-queries.ts'
import * as people from './person-queries.ts'

/** While a lane's deliveries told of somebody. */
interface Span {
  lane: string
  from: Micros
  /** Exclusive; null: to this day. */
  until: Micros | null
}

/** Who was told in these spans, or may be still: each delivery tells things as they stand when it is sent. */
export async function listRecipients(reader: Reader, spans: readonly Span[]) {
  const rows = await findInLanes(reader, [...new Set(spans.map(({ lane }) => lane))])
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

/** How many deliveries and attempts hold a text that mentions the person. */
export async function countMentionsInDeliveries(reader: Reader, mention: Mention): Promise<number> {
  const deliveries = (await people.findInDeliveries(reader, mention)).filter((row) =>
    mention.isIn(row.last_error ?? ''),
  )
  const attempts = (await people.findInAttempts(reader, mention)).filter((row) =>
    [row.error ?? '', row.answer ?? ''].some(mention.isIn),
  )
  return deliveries.length + attempts.length
}

/**
 * Has nothing recorded of what is on its way in these lanes: it is sent again when its lease ends. To be called before
 * what the lanes tell of is changed, for recording takes both in this order.
 */
export async function disownAttempts(trx: Trx, lanes: readonly string[]): Promise<void> {
  const rows = await findInLanes(trx, lanes)
  await people.disownAttempts(
    trx,
    rows.map(({ id }) => id),
  )
}

/**
 * Takes a person out of what was and is to be delivered. `kept` lanes go on, and tell things as they stand then;
 * their receivers' answers go. What `ended` lanes still had to deliver is dropped: there is nothing left to tell.
 */
export async function erasePersonFromDeliveries(
  trx: Trx,
  mention: Mention,
  { kept, ended }: { kept: readonly string[]; ended: readonly string[] },
): Promise<{ dropped: number }> {
  const over = await findInLanes(trx, ended)
  const dropped = over.filter((row) => row.status !== 'delivered').map(({ id }) => id)
  await people.removeDeliveries(trx, dropped)
  const others = await findInLanes(trx, kept)
  await people.forgetAnswers(
    trx,
    [...over, ...others].map(({ id }) => id),
  )
  for (const row of await people.findInDeliveries(trx, mention)) {
    const change = withoutMention(row, ['last_error'], mention)
    if (change.last_error !== undefined) await people.changeDelivery(trx, row.id, change)
  }
  for (const row of await people.findInAttempts(trx, mention)) {
    const change = withoutMention(row, ['error', 'answer'], mention)
    if (Object.keys(change).length > 0) await people.changeAttempt(trx, row, change)
  }
  return { dropped: dropped.length }
}
