import { Link } from '@tanstack/react-router'
import type { Schemas } from '../../api/client.ts'
import { type Needs, useMay } from '../../api/session.ts'
import { text } from '../../text/text.ts'

const t = text.deliveries

interface Subject {
  name: string
  to: '/warranties/$id' | '/leads/$id' | '/registrations/$id'
  needs: Needs
}

const WARRANTY: Subject = { name: t.subjects.warranty, to: '/warranties/$id', needs: 'warranty:list' }
const LEAD: Subject = { name: t.subjects.lead, to: '/leads/$id', needs: 'leads:read' }
const REGISTRATION: Subject = {
  name: t.subjects.registration,
  to: '/registrations/$id',
  needs: 'warranty:read',
}

/** By the prefix of the queue. */
const SUBJECTS: Record<string, Subject> = {
  warranty: WARRANTY,
  lead: LEAD,
  'lead-mail': LEAD,
  'registration-mail': REGISTRATION,
}

/** The record that a delivery is about, as a link where the person may see it. */
export function About({ delivery: { queue_key, subject_id } }: { delivery: Schemas['Delivery'] }) {
  const may = useMay()
  const subject = SUBJECTS[queue_key.split(':')[0]!]
  if (!subject) return <>{`${t.event} ${subject_id}`}</>
  const name = `${subject.name} ${subject_id}`
  if (!may(subject.needs)) return <>{name}</>
  return (
    <Link to={subject.to} params={{ id: String(subject_id) }}>
      {name}
    </Link>
  )
}
