import type { TSchema } from 'typebox'

/** Gives a schema its name in openapi.json. Call it before `Type.Optional`. */
export function Named<T extends TSchema>(title: string, schema: T): T {
  return { ...schema, title }
}
