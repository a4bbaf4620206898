import { Type } from 'typebox'
import { Named, Nullable, Time } from '../../platform/output-schemas.ts'
import { EVENT_TYPE_NAMES } from './schemas.ts'

/** An event endpoint as the administration shows it. */
export const EndpointRecord = Named(
  'EventEndpoint',
  Type.Object({
    id: Type.Integer(),
    url: Type.String(),
    description: Type.String(),
    brands: Type.Array(Type.String(), { description: 'Slugs' }),
    event_types: Type.Array(Type.String(), { description: '`*` for all' }),
    active: Type.Boolean(),
    previous_secret_signs: Type.Boolean({ description: 'The secret before the last change signs, too' }),
    failing_since: Nullable({ ...Time, description: 'Since when every attempt has failed' }),
    disabled_at: Nullable({ ...Time, description: 'When the server switched it off' }),
    disabled_reason: Nullable(Type.String()),
    created_at: Time,
    updated_at: Time,
  }),
)

export const EndpointWithSecret = Named(
  'EventEndpointWithSecret',
  Type.Object({
    ...EndpointRecord.properties,
    secret: Type.Optional(Type.String({ description: 'The new secret, which is not shown again' })),
  }),
)

/** An event as endpoints receive it, and as the feed shows it. */
export const EventRecord = Named(
  'Event',
  Type.Object({
    id: Type.Integer(),
    type: Type.String({ enum: [...EVENT_TYPE_NAMES] }),
    timestamp: Time,
    brand_id: Type.Integer(),
    data: Type.Unsafe<object>({
      type: 'object',
      description: 'The record as it stood',
      additionalProperties: true,
    }),
  }),
)
