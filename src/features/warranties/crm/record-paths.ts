import type { TSchema } from 'typebox'
import { WarrantyRecord } from '../schemas.ts'

/** What a custom field of the CRM may show: the dotted paths of a warranty's record, `contact.city` among them. */
export const RECORD_PATHS: ReadonlySet<string> = new Set(pathsOf(WarrantyRecord))

function pathsOf(schema: TSchema): string[] {
  const { properties = {} } = schema as { properties?: Record<string, TSchema> }
  return Object.entries(properties).flatMap(([name, property]) => [
    name,
    ...pathsOf(property).map((path) => `${name}.${path}`),
  ])
}
