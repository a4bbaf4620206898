import type { TSchema } from 'typebox'

/** Returns the dotted paths of a schema's fields, those of nested objects included. */
export function pathsOf(schema: TSchema): string[] {
  const { properties = {} } = schema as { properties?: Record<string, TSchema> }
  return Object.entries(properties).flatMap(([name, property]) => [
    name,
    ...pathsOf(property).map((path) => `${name}.${path}`),
  ])
}
