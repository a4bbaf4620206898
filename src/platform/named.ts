import type { TSchema } from 'typebox'

/** Gives a schema its name in openapi.json. Call it before `Type.Optional`. */
export function Named<T extends TSchema>(title: string, schema: T): T {
  // A spread would lose the hidden fields by which TypeBox knows the schema: `Type.Omit` would return an empty one.
  const copy = Object.defineProperties({}, Object.getOwnPropertyDescriptors(schema))
  return Object.assign(copy, { title }) as unknown as T
}
