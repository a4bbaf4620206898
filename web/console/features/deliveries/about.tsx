import type { Schemas } from '../../api/client.ts'
import { SubjectLink } from '../../records/subject-link.tsx'
import { text } from '../../text/text.ts'

const t = text.deliveries

/** The kinds of records, by the prefix of the queue. */
const KINDS: Record<string, keyof typeof t.subjects> = {
  warranty: 'warranty',
  lead: 'lead',
  'lead-mail': 'lead',
  'registration-mail': 'registration',
}

/** The record that a delivery is about, as a link where the person may see it. */
export function About({ delivery: { queue_key, subject_id } }: { delivery: Schemas['Delivery'] }) {
  const kind = KINDS[queue_key.split(':')[0]!]
  if (!kind) return <>{`${t.event} ${subject_id}`}</>
  return (
    <SubjectLink kind={kind} id={subject_id}>
      {`${t.subjects[kind]} ${subject_id}`}
    </SubjectLink>
  )
}
