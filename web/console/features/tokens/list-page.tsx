import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { Schemas } from '../../api/client.ts'
import { readList } from '../../api/queries.ts'
import { useMay } from '../../api/session.ts'
import { BrandNames } from '../../records/brand-name.tsx'
import { text } from '../../text/text.ts'
import { CreateLink } from '../../ui/create-link.tsx'
import { Filters, SearchBox, SelectFilter } from '../../ui/filters.tsx'
import { Page } from '../../ui/page.tsx'
import { RecordList } from '../../ui/record-list.tsx'
import { EmptyList } from '../../ui/states.tsx'
import type { Column } from '../../ui/table.tsx'
import { Time } from '../../ui/time.tsx'
import { TokenBadge } from './badge.tsx'
import { queryOf } from './list-query.ts'

const t = text.tokens
const route = getRouteApi('/_frame/tokens')

/** The keys of websites and programs. */
export function ListPage() {
  const may = useMay()
  const search = route.useSearch()
  const query = useQuery(readList('/admin/v1/tokens', { query: queryOf(search) }))
  return (
    <Page
      title={text.frame.pages.tokens}
      actions={may('access:write') && <CreateLink to="/tokens/new">{t.create.action}</CreateLink>}
    >
      <Filters>
        <SearchBox placeholder={t.searchHint} />
        <SelectFilter name="kind" label={t.kind} options={t.kinds} />
        <SelectFilter name="active" label={t.state} options={t.states} />
      </Filters>
      <RecordList
        caption={text.frame.pages.tokens}
        query={query}
        columns={COLUMNS}
        rowKey={({ id }) => id}
        empty={<EmptyList texts={t} search={search} />}
      />
    </Page>
  )
}

const COLUMNS: Column<Schemas['Token']>[] = [
  {
    title: t.name,
    cell: ({ id, name }) => (
      <Link to="/tokens/$id" params={{ id: String(id) }} className="row-link">
        {name}
      </Link>
    ),
  },
  { title: t.state, cell: (token) => <TokenBadge token={token} /> },
  { title: t.kind, cell: ({ kind }) => t.kinds[kind], from: 'medium' },
  {
    title: t.brands,
    cell: ({ all_brands, brands }) => (all_brands ? t.allBrands : <BrandNames slugs={brands} />),
    from: 'wide',
  },
  { title: t.lastUsed, cell: ({ last_used_at: at }) => (at ? <Time at={at} /> : t.never), from: 'medium' },
]
