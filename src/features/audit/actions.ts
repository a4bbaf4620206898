/**
 * All recorded actions, by the kind of record. They are permanent: entries are found by them. A new one is also listed in
 * docs/operations.md, which a test compares.
 */
export const ACTIONS = [
  'warranty.registered',
  'warranty.updated',
  'warranty.transferred',
  'warranty.corrected',
  'warranty.expired',
  'warranty.sync_retried',
  'warranty.person_erased',
  'lead.assigned',
  'lead.resent',
  'lead.noted',
  'lead.person_erased',
  'person.exported',
  'person.erased',
  'brand.created',
  'brand.updated',
  'group.created',
  'group.updated',
  'dealer.created',
  'dealer.updated',
  'dealer.brand_added',
  'dealer.brand_removed',
  'territory.assigned',
  'territory.removed',
  'user.created',
  'user.updated',
  'token.created',
  'token.updated',
  'delivery.retried',
  'postal_codes.imported',
  'postal_codes.removed',
  'key.rotated',
  'key.dropped',
] as const

export type AuditAction = (typeof ACTIONS)[number]
