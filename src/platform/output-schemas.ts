import { type TSchema, Type } from 'typebox'

/** The schema of a moment in a response. */
export const Time = Type.String({ format: 'date-time' })

/** Gives a schema its name in openapi.json. Call it before `Type.Optional`. */
export function Named<T extends TSchema>(title: string, schema: T): T {
  // A spread would lose the hidden fields by which TypeBox knows the schema: `Type.Omit` would return an empty one.
  const copy = Object.defineProperties({}, Object.getOwnPropertyDescriptors(schema))
  return Object.assign(copy, { title }) as unknown as T
}

/** Returns the schema of a value or null in a response. */
export function Nullable<T extends TSchema>(schema: T, options?: { description: string }) {
  return Type.Union([schema, Type.Null()], options)
}
