import type { Micros } from '../../platform/clock.ts'
import type { Trx } from '../../platform/db/db.ts'
import { pipelined } from '../../platform/db/pipelined.ts'
import { enqueueAll } from '../deliveries/index.ts'
import { insertEvents, listListening } from './queries/event-queries.ts'
import { ALL_TYPES, type EventType } from './schemas.ts'

/** An import may change a hundred thousand records. */
const MOST_AT_ONCE = 1_000

/** Something that happened to a record. */
interface NewEvent {
  at: Micros
  type: EventType
  brandId: number
  /** The record: `warranty:12`. Each endpoint receives the events of one record in their order. */
  subject: string
  /** The record as it stands now, as the administration shows it to somebody who holds this brand only. */
  data: object
}

/**
 * Records what happened in the transaction of the change, with a delivery to each endpoint that wants to know. A thousand
 * take as many statements as one.
 */
export async function recordEvents(trx: Trx, events: readonly NewEvent[]): Promise<void> {
  for (let start = 0; start < events.length; start += MOST_AT_ONCE) {
    await recordSome(trx, events.slice(start, start + MOST_AT_ONCE))
  }
}

async function recordSome(trx: Trx, events: readonly NewEvent[]): Promise<void> {
  const rows = events.map(({ at, type, brandId, subject, data }) => ({
    brand_id: brandId,
    type,
    subject,
    data: JSON.stringify(data),
    created_at: at,
  }))
  const [inserted, endpoints] = await pipelined([insertEvents(trx, rows), listListening(trx)])
  if (endpoints.length > 0) await enqueueEvents(trx, inserted, endpoints)
}

type Recorded = Awaited<ReturnType<typeof insertEvents>>
type Listening = Awaited<ReturnType<typeof listListening>>

async function enqueueEvents(trx: Trx, events: Recorded, endpoints: Listening): Promise<void> {
  const wanted = endpoints.map(({ id, brand_id, event_types }) => ({
    id,
    brand_id,
    types: new Set(JSON.parse(event_types) as string[]),
  }))
  const inOrder = events.toSorted((a, b) => a.id - b.id)
  const items = inOrder.flatMap((event) =>
    wanted
      .filter(({ brand_id, types }) => brand_id === event.brand_id && wants(types, event.type))
      .map(({ id }) => toDelivery(event, id)),
  )
  const at = Math.max(...inOrder.map(({ created_at }) => created_at))
  await enqueueAll({ clock: { now: () => at } }, trx, items)
}

/** Returns whether a list of types includes this one. */
export function wants(types: ReadonlySet<string>, type: string): boolean {
  return types.has(ALL_TYPES) || types.has(type)
}

/** Returns the delivery of an event to an endpoint. */
export function toDelivery(
  { id, type, brand_id, subject }: Pick<Recorded[number], 'id' | 'type' | 'brand_id' | 'subject'>,
  endpointId: number,
) {
  return {
    kind: 'event' as const,
    event: type,
    brandId: brand_id,
    subjectId: id,
    queueKey: queueKeyOf(endpointId, subject),
    receiver: receiverOf(endpointId),
  }
}

/** Returns the key of the queue in which an endpoint's events of one record wait. */
function queueKeyOf(endpointId: number, subject: string): string {
  return `${receiverOf(endpointId)}:${subject}`
}

function receiverOf(endpointId: number): string {
  return `event:${endpointId}`
}

/** Returns the id of the endpoint that is a delivery's receiver. */
export function endpointIdOf(receiver: string): number {
  return Number(receiver.slice('event:'.length))
}
