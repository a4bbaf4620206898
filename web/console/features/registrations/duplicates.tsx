import { Link } from '@tanstack/react-router'
import { text } from '../../text/text.ts'
import { Card, Section } from '../../ui/page.tsx'
import type { Registration } from './badge.tsx'

const t = text.registrations

/** Warranties and registrations with the same HIN or e-mail address. */
export function Duplicates({ duplicates }: { duplicates: Registration['possible_duplicates'] }) {
  if (duplicates.length === 0) return null
  return (
    <Section title={t.possibleDuplicates}>
      <Card>
        <ul className="stack-small">
          {duplicates.map(({ kind, id, hin, state, same }) => (
            <li key={`${kind} ${id}`}>
              <Link
                to={kind === 'warranty' ? '/warranties/$id' : '/registrations/$id'}
                params={{ id: String(id) }}
              >
                {t.duplicate(kind, hin, state)}
              </Link>{' '}
              <span className="muted">
                {same.map((what) => (what === 'hin' ? t.sameHin : t.sameEmail)).join(', ')}
              </span>
            </li>
          ))}
        </ul>
      </Card>
    </Section>
  )
}
