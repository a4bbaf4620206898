import { Type } from 'typebox'
import { BOUNDS } from '../../admin-api/index.ts'
import { KINDS } from '../delivery.ts'

/** The filters of deliveries over HTTP. */
export const FILTER = {
  brand: Type.Optional(Type.String({ description: 'Slug or id' })),
  kind: Type.Optional(Type.String({ enum: [...KINDS] })),
  subject: Type.Optional(Type.String({ description: '`warranty:12` or `lead:7`' })),
  event: Type.Optional(Type.String()),
  endpoint: Type.Optional(Type.Integer({ description: 'Id of the event endpoint that they go to' })),
  ...BOUNDS,
}
