import type { UseQueryResult } from '@tanstack/react-query'
import type { Schemas } from '../api/client.ts'
import { text } from '../text/text.ts'
import type { Pagination } from '../ui/pager.tsx'
import { RecordList } from '../ui/record-list.tsx'
import type { Column } from '../ui/table.tsx'
import { Time } from '../ui/time.tsx'

type Entry = Schemas['AuditEntry']

const t = text.records.audit

/** Who did what to a record: a page of the audit trail. */
export function AuditList({
  query,
}: {
  query: UseQueryResult<{ data: Entry[]; meta: { pagination: Pagination } }>
}) {
  return (
    <RecordList
      caption={text.frame.pages.audit}
      query={query}
      columns={COLUMNS}
      rowKey={({ id }) => id}
      empty={t.none}
    />
  )
}

const COLUMNS: Column<Entry>[] = [
  { title: t.when, cell: ({ at }) => <Time at={at} /> },
  { title: t.who, cell: ({ actor }) => actor.name ?? t.actors[actor.kind] ?? actor.kind },
  { title: t.action, cell: ({ action }) => <code>{action}</code> },
  { title: t.changes, cell: (entry) => <Changes entry={entry} />, from: 'medium' },
]

/** The fields that an entry changed, before and after. */
function Changes({ entry: { before, after } }: { entry: Pick<Entry, 'before' | 'after'> }) {
  const [was, is] = [before ?? {}, after ?? {}] as Record<string, unknown>[]
  const names = [...new Set([...Object.keys(was!), ...Object.keys(is!)])]
  return (
    <ul>
      {names.map((name) => (
        <li key={name}>
          {name in was!
            ? t.field(name, describe(was![name]), describe(is![name]))
            : t.newField(name, describe(is![name]))}
        </li>
      ))}
    </ul>
  )
}

function describe(value: unknown): string {
  if (value === undefined || value === null || value === '') return text.common.unnamed
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
