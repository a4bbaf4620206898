import type { Schemas } from '../../api/client.ts'
import { text } from '../../text/text.ts'

export type EventType = Schemas['Event']['type']

/** Every type of event, and what people call it. */
export const EVENT_TYPES: Record<EventType, string> = text.events.types

export const EVENT_TYPE_NAMES = Object.keys(EVENT_TYPES) as EventType[]

/** Stands for all types, those of later versions too. */
export const ALL_TYPES = '*'

/** Returns what people call some types. */
export function describeTypes(types: readonly string[]): string {
  if (types.includes(ALL_TYPES)) return text.events.allTypes
  return types.map((type) => EVENT_TYPES[type as EventType] ?? type).join(', ')
}
