import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { Schemas } from '../../api/client.ts'
import { read, readList } from '../../api/queries.ts'
import { useMay } from '../../api/session.ts'
import { ExportLink } from '../../records/export-link.tsx'
import { text } from '../../text/text.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Filters, SearchBox, SelectFilter } from '../../ui/filters.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Page } from '../../ui/page.tsx'
import { RecordList } from '../../ui/record-list.tsx'
import { Empty, Loading } from '../../ui/states.tsx'
import type { Column } from '../../ui/table.tsx'
import '../../ui/tabs.css'
import { lazy, Suspense } from 'react'
import { EXACTLY, withSearch } from '../../app/search.ts'
import { TextFilter } from '../../ui/text-filter.tsx'
import { DealerBadge } from './badge.tsx'
import { queryOf } from './list-query.ts'

type Dealer = Schemas['Dealer']

const t = text.dealers
const MapView = lazy(() => import('./map/map-view.tsx'))
const route = getRouteApi('/_frame/dealers')

/** Dealers by name, with filters that also find what is missing. */
export function ListPage() {
  const may = useMay()
  const search = route.useSearch()
  const query = useQuery(readList('/admin/v1/dealers', { query: queryOf(search) }))
  const { data: groups } = useQuery(read('/admin/v1/dealer-groups', { query: { limit: 200 } }))
  const { brand, page, view, ...filters } = search
  const isFiltered = Object.keys(filters).length > 0
  return (
    <Page
      title={text.frame.pages.dealers}
      actions={
        <>
          <ExportLink kind="dealers">{t.export}</ExportLink>
          <Link to="/dealers/locate" className={buttonClass('secondary')}>
            {t.locate.action}
          </Link>
          <Link to="/dealers/groups" className={buttonClass('secondary')}>
            {t.groups.title}
          </Link>
          {may('dealers:write') && (
            <Link to="/dealers/new" className={buttonClass('primary')}>
              <Icon name="plus" />
              {t.create.action}
            </Link>
          )}
        </>
      }
    >
      <Views view={view} />
      {view === 'map' ? (
        <Suspense fallback={<Loading />}>
          <MapView />
        </Suspense>
      ) : (
        <>
          <Filters>
            <SearchBox placeholder={t.searchHint} />
            <TextFilter name="country" label={t.countryFilter} maxLength={2} />
            <SelectFilter
              name="group"
              label={t.group}
              options={Object.fromEntries((groups?.data ?? []).map(({ id, name }) => [String(id), name]))}
            />
            <SelectFilter name="active" label={t.state} options={t.states} />
            <SelectFilter name="without_point" label={t.location} options={t.locations} />
          </Filters>
          <RecordList
            caption={text.frame.pages.dealers}
            query={query}
            columns={COLUMNS}
            rowKey={({ id }) => id}
            empty={isFiltered ? t.noMatch : <Empty title={t.empty}>{t.emptyHint}</Empty>}
          />
        </>
      )}
    </Page>
  )
}

function Views({ view }: { view: 'map' | undefined }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls of a form
    <div className="tabs" role="group" aria-label={t.views.label}>
      {([undefined, 'map'] as const).map((one) => (
        <Link
          key={one ?? 'table'}
          to="."
          search={withSearch({ view: one, page: undefined })}
          activeOptions={EXACTLY}
          className="tab"
          aria-current={one === view ? 'true' : undefined}
        >
          {t.views[one ?? 'table']}
        </Link>
      ))}
    </div>
  )
}

const COLUMNS: Column<Dealer>[] = [
  {
    title: t.name,
    cell: ({ id, name }) => (
      <Link to="/dealers/$id" params={{ id: String(id) }} className="row-link">
        {name}
      </Link>
    ),
  },
  { title: t.code, cell: ({ dealer_code }) => <span className="mono">{dealer_code}</span>, from: 'medium' },
  {
    title: t.place,
    cell: ({ city, state, country }) => [city, state, country].filter(Boolean).join(', '),
    from: 'medium',
  },
  { title: t.group, cell: ({ group }) => group, from: 'wide' },
  { title: t.state, cell: (dealer) => <DealerBadge dealer={dealer} /> },
]
