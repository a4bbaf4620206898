import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { Schemas } from '../../api/client.ts'
import { readList } from '../../api/queries.ts'
import { ActorName } from '../../records/actor-name.tsx'
import { BrandName } from '../../records/brand-name.tsx'
import { text } from '../../text/text.ts'
import { CreateLink } from '../../ui/create-link.tsx'
import { Filters, SelectFilter } from '../../ui/filters.tsx'
import { Page } from '../../ui/page.tsx'
import { RecordList } from '../../ui/record-list.tsx'
import { EmptyList } from '../../ui/states.tsx'
import type { Column } from '../../ui/table.tsx'
import { Time } from '../../ui/time.tsx'
import { ImportBadge } from './badge.tsx'
import { useKinds } from './kinds.ts'

type Import = Schemas['ImportItem']

const t = text.imports
const route = getRouteApi('/_frame/imports')

/** Imports of the last 30 days, the newest first. */
export function ListPage() {
  const search = route.useSearch()
  const query = useQuery(readList('/admin/v1/imports', { query: search }))
  return (
    <Page
      title={text.frame.pages.imports}
      actions={useKinds().length > 0 && <CreateLink to="/imports/new">{t.new}</CreateLink>}
    >
      <Filters>
        <SelectFilter name="kind" label={t.kind} options={t.kinds} />
        <SelectFilter name="state" label={t.state} options={t.states} />
      </Filters>
      <RecordList
        caption={text.frame.pages.imports}
        query={query}
        columns={COLUMNS}
        rowKey={({ id }) => id}
        empty={<EmptyList texts={t} search={search} />}
      />
    </Page>
  )
}

const COLUMNS: Column<Import>[] = [
  {
    title: t.kind,
    cell: ({ id, kind }) => (
      <Link to="/imports/$id" params={{ id: String(id) }} className="row-link">
        {t.title(id, t.kinds[kind])}
      </Link>
    ),
  },
  { title: t.brand, cell: ({ brand }) => <BrandName slug={brand} />, from: 'medium' },
  { title: t.mode, cell: ({ mode }) => t.modes[mode], from: 'wide' },
  { title: t.state, cell: ({ state }) => <ImportBadge state={state} /> },
  {
    title: t.by,
    cell: ({ created_by }) => <ActorName actor={created_by} />,
    from: 'wide',
  },
  { title: t.when, cell: ({ created_at }) => <Time at={created_at} />, from: 'medium' },
]
