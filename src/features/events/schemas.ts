import type { Static } from 'typebox'
import { Type } from 'typebox'

/** The permission that reads the records which the events of each type show. */
export const EVENT_TYPES = {
  'warranty.registered': 'warranty:read',
  'warranty.updated': 'warranty:read',
  'warranty.transferred': 'warranty:read',
  'warranty.corrected': 'warranty:read',
  'warranty.expired': 'warranty:read',
  'warranty.voided': 'warranty:read',
  'registration.received': 'warranty:read',
  'registration.accepted': 'warranty:read',
  'registration.rejected': 'warranty:read',
  'lead.received': 'leads:read',
  'lead.assigned': 'leads:read',
  'lead.forwarded': 'leads:read',
  'lead.failed': 'leads:read',
  'dealer.created': 'dealers:read',
  'dealer.updated': 'dealers:read',
  'dealer.activated': 'dealers:read',
  'dealer.deactivated': 'dealers:read',
  'territory.changed': 'dealers:read',
  'delivery.failed': 'deliveries:read',
  'endpoint.disabled': 'brands:read',
} as const

export type EventType = keyof typeof EVENT_TYPES

export const EVENT_TYPE_NAMES = Object.keys(EVENT_TYPES) as EventType[]

/** Every type, those of later versions included. */
export const ALL_TYPES = '*'

/** An event as endpoints receive it and the feed shows it. */
export const EventPayload = Type.Object({
  id: Type.Integer(),
  type: Type.String({ enum: [...EVENT_TYPE_NAMES] }),
  timestamp: Type.String({ format: 'date-time' }),
  brand_id: Type.Integer(),
  data: Type.Unsafe<object>({ type: 'object', description: 'The record as it stood' }),
})

export type EventPayload = Static<typeof EventPayload>
