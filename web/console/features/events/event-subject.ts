import type { Schemas } from '../../api/client.ts'
import { text } from '../../text/text.ts'

type Event = Schemas['Event']

/** The records of each kind of event; a later version may have others. */
interface Shown {
  id?: number
  hin?: string
  name?: string
  country?: string
  postal_code?: string
  kind?: string
  event?: string
  url?: string
  lead?: { contact?: { contact_first_name?: string; contact_last_name?: string; contact_email?: string } }
}

/** Returns the kind, the id and the name of the record that an event is about. */
export function subjectOf({ type, data }: Event): { kind: string; id: number | null; name: string } {
  const kind = type.slice(0, type.indexOf('.'))
  const shown = data as Shown
  const { id = null } = shown
  const fallback = `${text.records.audit.subjects[kind] ?? kind} ${id ?? ''}`.trim()
  return { kind, id, name: nameOf(shown) || fallback }
}

function nameOf({ hin, name, lead, country, postal_code, kind, event, url }: Shown): string | undefined {
  if (lead?.contact) {
    const { contact_first_name: first = '', contact_last_name: last = '', contact_email } = lead.contact
    return `${first} ${last}`.trim() || contact_email
  }
  if (kind && event) return `${text.records.deliveries.kinds[kind] ?? kind} · ${event}`
  if (hin || name) return hin || name
  return country && postal_code ? `${country} ${postal_code}` : url
}
