import { type Static, Type } from 'typebox'
import { FilledText, GivenId, nullable, Text } from '../../platform/input-schemas.ts'

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

/** The schema of each type's `data`, by its name in openapi-admin.json, by the part of the type before the dot. */
export const EVENT_DATA: Record<SubjectOf<EventType>, string> = {
  warranty: 'Warranty',
  registration: 'ListedRegistration',
  lead: 'ListedLead',
  dealer: 'Dealer',
  territory: 'TerritoryChange',
  delivery: 'ListedDelivery',
  endpoint: 'EventEndpoint',
}

type SubjectOf<T extends string> = T extends `${infer S}.${string}` ? S : never

export const EVENT_TYPE_NAMES = Object.keys(EVENT_TYPES) as EventType[]

/** Every type, those of later versions included. */
export const ALL_TYPES = '*'

const URL_TEXT = Type.String({ minLength: 1, maxLength: 2_048, description: 'https only' })

const TypesField = Type.Array(Type.String({ enum: [ALL_TYPES, ...EVENT_TYPE_NAMES] }), {
  minItems: 1,
  maxItems: 100,
  description: '`*` for all, those of later versions too',
})

const BrandsField = Type.Array(FilledText(200), { minItems: 1, maxItems: 1_000, description: 'Slugs or ids' })

const ENDPOINT_FIELDS = {
  url: URL_TEXT,
  description: Text(500),
  brands: BrandsField,
  event_types: TypesField,
  active: Type.Boolean(),
}

const closed = { additionalProperties: false }

/** A new endpoint: all types, and active, unless it says otherwise. */
export const NewEndpoint = Type.Object(
  {
    url: URL_TEXT,
    brands: BrandsField,
    description: Type.Optional(nullable(ENDPOINT_FIELDS.description)),
    event_types: Type.Optional(TypesField),
    active: Type.Optional(ENDPOINT_FIELDS.active),
  },
  closed,
)
export type NewEndpoint = Static<typeof NewEndpoint>

/** A change of an endpoint: omitted fields keep their values. */
export const EndpointChanges = Type.Partial(
  Type.Object({ ...ENDPOINT_FIELDS, description: nullable(ENDPOINT_FIELDS.description) }),
  closed,
)
export type EndpointChanges = Static<typeof EndpointChanges>

/** An endpoint in a set-up file, known by its address. A new one without a secret gets one. */
export const EndpointEntry = Type.Object(
  {
    ...Type.Partial(Type.Object({ ...ENDPOINT_FIELDS, description: nullable(ENDPOINT_FIELDS.description) }))
      .properties,
    url: URL_TEXT,
    secret: Type.Optional(FilledText(700)),
    delete: Type.Optional(Type.Unsafe<true>({ const: true, expected: 'must be true, or left out' })),
  },
  closed,
)
export type EndpointEntry = Static<typeof EndpointEntry>

export const EndpointSecretChange = Type.Object(
  {
    action: Type.Unsafe<'rotate' | 'drop_previous'>({
      type: 'string',
      enum: ['rotate', 'drop_previous'],
      expected: 'must be rotate or drop_previous',
    }),
  },
  closed,
)

const Moment = Type.String({ description: 'ISO 8601: 2026-05-01 or 2026-05-01T12:00:00Z' })

/** The events to send again: of a time, and of some types if any are given; or some by their ids. */
export const Replay = Type.Object(
  {
    from: Type.Optional(Moment),
    to: Type.Optional(Moment),
    types: Type.Optional(Type.Array(Type.String({ enum: [...EVENT_TYPE_NAMES] }), { minItems: 1 })),
    events: Type.Optional(
      Type.Array(GivenId, { minItems: 1, maxItems: 1_000, description: 'Ids of events, instead of a time' }),
    ),
    dry_run: Type.Optional(Type.Boolean({ description: 'True: only count them' })),
    expected_count: Type.Optional(
      Type.Integer({
        minimum: 0,
        description: 'Refused with 409 where their number differs from this by more than a tenth',
      }),
    ),
  },
  closed,
)
export type Replay = Static<typeof Replay>
