import { toIsoMicros } from '../../platform/clock.ts'
import type { EventRow } from './queries/event-queries.ts'

/** An event as the feed shows it. */
export interface EventView {
  id: number
  type: string
  timestamp: string
  brand_id: number
  data: object
}

export function toEventView({ id, type, brand_id, data, created_at }: EventRow): EventView {
  return { id, type, timestamp: toIsoMicros(created_at), brand_id, data: JSON.parse(data) as object }
}
