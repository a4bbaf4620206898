import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { Schemas } from '../api/client.ts'
import { readList } from '../api/queries.ts'
import { text } from '../text/text.ts'
import type { Pagination } from '../ui/pager.tsx'
import { RecordList } from '../ui/record-list.tsx'
import type { Column } from '../ui/table.tsx'
import { Time } from '../ui/time.tsx'
import { BrandName } from './brand-name.tsx'
import { Changes } from './changes.tsx'
import { SubjectLink } from './subject-link.tsx'

type Entry = Schemas['AuditEntry']

const t = text.records.audit

/** The changes of one record. `subject` names it: `dealer:7`. */
export function RecordAudit({ subject, page }: { subject: string; page: number | undefined }) {
  return (
    <AuditList query={useQuery(readList('/admin/v1/audit', { query: { subject, ...(page && { page }) } }))} />
  )
}

/** A page of the audit trail. */
export function AuditList({
  query,
  ofOneRecord = true,
  empty = t.none,
}: {
  query: UseQueryResult<{ data: Entry[]; meta: { pagination: Pagination } }>
  /** Whether all entries are about the record of the page, and need not name it. */
  ofOneRecord?: boolean
  /** The message for an empty list. */
  empty?: string
}) {
  const columns: Column<Entry>[] = [
    { title: t.who, cell: (entry) => <Actor entry={entry} /> },
    {
      title: t.action,
      cell: (entry) => (
        <div className="stack-small">
          <div className="row">
            <code>{entry.action}</code>
            {!ofOneRecord && <Subject entry={entry} />}
          </div>
          <Changes entry={entry} />
        </div>
      ),
    },
  ]
  return (
    <RecordList
      caption={text.frame.pages.audit}
      query={query}
      columns={columns}
      rowKey={({ id }) => id}
      empty={empty}
    />
  )
}

/** The actor, the door and the time of a change. */
function Actor({ entry: { at, actor } }: { entry: Entry }) {
  const door = t.actors[actor.kind] ?? actor.kind
  return (
    <>
      <div>
        <SubjectLink kind={actor.kind} id={actor.id}>
          {actor.name ?? (actor.id === null ? door : `${door} ${actor.id}`)}
        </SubjectLink>
      </div>
      {actor.name !== null && <div className="muted">{door}</div>}
      <div className="muted">
        <Time at={at} />
      </div>
    </>
  )
}

/** The record that was changed, and its brand. */
function Subject({ entry: { subject, brand } }: { entry: Entry }) {
  const name =
    subject.name ?? (subject.id === null ? '' : `${t.subjects[subject.kind] ?? subject.kind} ${subject.id}`)
  return (
    <>
      <div>
        <SubjectLink kind={subject.kind} id={subject.id}>
          {name}
        </SubjectLink>
      </div>
      {brand && (
        <div className="muted">
          <BrandName slug={brand} />
        </div>
      )}
    </>
  )
}
