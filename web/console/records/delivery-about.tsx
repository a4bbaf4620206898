import type { Schemas } from '../api/client.ts'
import { text } from '../text/text.ts'
import { SubjectLink } from './subject-link.tsx'

const t = text.deliveries

/** The kinds of records, by the prefix of the queue. */
const KINDS: Record<string, keyof typeof t.subjects> = {
  warranty: 'warranty',
  lead: 'lead',
  'lead-mail': 'lead',
  'registration-mail': 'registration',
  event: 'event',
}

/** The record that a delivery is about, as a link where the person may see it. */
export function DeliveryAbout({
  delivery: { queue_key, subject_id },
}: {
  delivery: Pick<Schemas['Delivery'], 'queue_key' | 'subject_id'>
}) {
  const kind = KINDS[queue_key.split(':')[0]!]
  if (!kind) return <>{subject_id}</>
  return (
    <SubjectLink kind={kind} id={subject_id}>
      {`${t.subjects[kind]} ${subject_id}`}
    </SubjectLink>
  )
}
