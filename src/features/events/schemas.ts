/** The permission that reads the records which the events of each type show. */
const EVENT_TYPES = {
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

/** Every type, those of later versions included. */
export const ALL_TYPES = '*'
