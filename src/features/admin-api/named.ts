import type { TSchema } from 'typebox'

/** Gives a schema its name in openapi.json. */
export function Named<T extends TSchema>(title: string, schema: T): T {
  return { ...schema, title }
}
