import { useQuery } from '@tanstack/react-query'
import type { Schemas } from '../api/client.ts'
import { readList } from '../api/queries.ts'
import { text } from '../text/text.ts'
import { Section } from '../ui/page.tsx'
import { RecordList } from '../ui/record-list.tsx'
import type { Column } from '../ui/table.tsx'
import { Time } from '../ui/time.tsx'

const t = text.account.sessions

/** Where somebody is signed in. */
export function Sessions({ userId, hint }: { userId: number; hint?: string }) {
  const query = useQuery(readList('/admin/v1/users/{id}/sessions', { path: { id: userId } }))
  return (
    <Section title={t.title}>
      <RecordList
        caption={t.title}
        query={query}
        columns={COLUMNS}
        rowKey={({ id, kind }) => `${kind} ${id}`}
        empty={text.common.none}
      />
      {hint !== undefined && <p className="muted">{hint}</p>}
    </Section>
  )
}

const COLUMNS: Column<Schemas['UserSession']>[] = [
  { title: t.kind, cell: ({ kind }) => t.kinds[kind] },
  { title: t.lastUsed, cell: ({ last_used_at }) => <Time at={last_used_at} /> },
  { title: t.started, cell: ({ started_at }) => <Time at={started_at} />, from: 'wide' },
  { title: t.from, cell: ({ client_address }) => client_address ?? text.common.unnamed, from: 'medium' },
  { title: t.by, cell: ({ user_agent }) => user_agent ?? text.common.unnamed, from: 'wide' },
]
