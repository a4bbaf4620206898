import { useSession } from '../api/session.ts'
import { text } from '../text/text.ts'
import { SubjectLink } from './subject-link.tsx'

const t = text.records.audit

/** The actor: “You”, a name, or its kind with its number. A link if the user may see it. */
export function ActorName({
  actor: { kind, id = null, name = null },
}: {
  actor: { kind: string; id?: number | null; name?: string | null }
}) {
  const { user } = useSession()
  const called = t.actors[kind] ?? kind
  if (kind === 'user' && id === user.id) return <>{t.you}</>
  return (
    <SubjectLink kind={kind} id={id}>
      {name ?? (id === null ? called : `${called} ${id}`)}
    </SubjectLink>
  )
}
