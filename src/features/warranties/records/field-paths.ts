import type { TSchema } from 'typebox'
import { nearestName } from '../../../platform/references.ts'
import { WarrantyRecord } from '../response-schemas.ts'

const CONTACT = 'contact.'

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

/**
 * Returns the path that the sender of an unknown field most likely meant: one at the same level, else one at the other,
 * because fields of the contact are also sent outside of it. Undefined if none is similar.
 */
export function nearestPath(path: string, known: readonly string[]): string | undefined {
  const ofContact = known.filter((other) => other.startsWith(CONTACT)).map((other) => withoutContact(other))
  const others = known.filter((other) => !other.startsWith(CONTACT))
  const name = withoutContact(path)
  const inContact = () => {
    const nearest = nearestName(name, ofContact)
    return nearest && CONTACT + nearest
  }
  return path.startsWith(CONTACT)
    ? (inContact() ?? nearestName(name, others))
    : (nearestName(name, others) ?? inContact())
}

function withoutContact(path: string): string {
  return path.startsWith(CONTACT) ? path.slice(CONTACT.length) : path
}
