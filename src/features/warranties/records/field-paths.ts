import type { TSchema } from 'typebox'
import { WarrantyRecord } from '../response-schemas.ts'

/** Returns the dotted paths of a schema's fields, those of nested objects included. */
export function pathsOf(schema: TSchema): string[] {
  const { properties = {} } = schema as { properties?: Record<string, TSchema> }
  return Object.entries(properties).flatMap(([name, property]) => [
    name,
    ...pathsOf(property).map((path) => `${name}.${path}`),
  ])
}

/** The paths of the warranty record that a CRM's custom field may show, such as `contact.city`. */
export const RECORD_PATHS: ReadonlySet<string> = new Set(pathsOf(WarrantyRecord))
