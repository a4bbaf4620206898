import type { FastifyInstance } from 'fastify'
import { type TSchema, Type } from 'typebox'

const Meta = Type.Object({
  timestamp: Type.String({ description: 'ISO 8601, UTC, with microseconds' }),
  version: Type.String(),
})

/** The warranty interface's envelope around `data`. */
export function envelope<T extends TSchema>(data: T, meta: TSchema = Meta) {
  return Type.Object({ success: Type.Literal(true), status: Type.Integer(), data, meta })
}

/** The envelope's `meta` with further members. */
export function metaWith(members: Record<string, TSchema>) {
  return Type.Object({ ...Meta.properties, ...members })
}

const Fault = Type.Object({ field: Type.String(), message: Type.String() })

const ERRORS = {
  WarrantyError: Type.Object({
    success: Type.Literal(false),
    status: Type.Integer(),
    error: Type.Object({
      code: Type.String(),
      message: Type.String(),
      details: Type.Optional(Type.Array(Fault)),
    }),
    meta: Meta,
  }),
  LeadError: Type.Object({
    status: Type.Literal('error'),
    message: Type.String(),
    errors: Type.Array(Fault),
    version: Type.String(),
  }),
  PlainError: Type.Object({ error: Type.String(), version: Type.String() }),
}

/** Makes the error bodies known by name, so that each route only refers to them. */
export function addErrorSchemas(app: FastifyInstance): void {
  for (const [name, schema] of Object.entries(ERRORS)) app.addSchema({ $id: name, ...schema })
}

/** Declares these error statuses of a warranty endpoint; 400, 408, 414, 500 and 503 can come from any. */
export const errors = (...statuses: number[]) => declare('WarrantyError', statuses)
/** The same for lead submission. */
export const leadErrors = (...statuses: number[]) => declare('LeadError', statuses)
/** The same for the locator and whatever stands outside the interfaces. */
export const plainErrors = (...statuses: number[]) => declare('PlainError', statuses)

// Typed as nothing: a handler's return type is held against its success answers alone.
function declare(name: keyof typeof ERRORS, statuses: number[]): Record<never, never> {
  const all = [...statuses, 400, 408, 414, 500, 503]
  return Object.fromEntries(all.map((status) => [status, { $ref: `${name}#` }]))
}
