import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import type { Schemas } from '../../api/client.ts'
import { readList } from '../../api/queries.ts'
import { useMay } from '../../api/session.ts'
import { ExportLink } from '../../records/export-link.tsx'
import { GroupSelect } from '../../records/group-select.tsx'
import { text } from '../../text/text.ts'
import { buttonClass } from '../../ui/button.tsx'
import { CreateLink } from '../../ui/create-link.tsx'
import { SelectField } from '../../ui/field.tsx'
import { Filters, SearchBox, SelectFilter, useSetFilters } from '../../ui/filters.tsx'
import { Page } from '../../ui/page.tsx'
import { RecordList } from '../../ui/record-list.tsx'
import { EmptyList, LoadingMap } from '../../ui/states.tsx'
import type { Column } from '../../ui/table.tsx'
import { TextFilter } from '../../ui/text-filter.tsx'
import { Views } from '../../ui/views.tsx'
import { DealerBadge } from './badge.tsx'
import { DEFECTS, queryOf } from './list-query.ts'

type Dealer = Schemas['Dealer']

const t = text.dealers
const MapView = lazy(() => import('./map/map-view.tsx'))
const route = getRouteApi('/_frame/dealers')

/** Dealers by name, with filters that also find what is missing. */
export function ListPage() {
  const may = useMay()
  const search = route.useSearch()
  const query = useQuery(readList('/admin/v1/dealers', { query: queryOf(search) }))
  const { view } = search
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
          {may('dealers:write') && <CreateLink to="/dealers/new">{t.create.action}</CreateLink>}
        </>
      }
    >
      <Views label={t.views.label} views={{ '': t.views.table, map: t.views.map }} />
      <Filters>
        <SearchBox placeholder={t.searchHint} />
        <TextFilter name="country" label={t.countryFilter} maxLength={2} />
        <TextFilter name="state" label={t.fields.state} maxLength={200} />
        <GroupFilter />
        <SelectFilter name="active" label={t.state} options={t.states} />
        <DefectFilter />
      </Filters>
      {view === 'map' ? (
        <Suspense fallback={<LoadingMap />}>
          <MapView search={search} matching={query.data?.meta.pagination} />
        </Suspense>
      ) : (
        <RecordList
          caption={text.frame.pages.dealers}
          query={query}
          columns={COLUMNS}
          rowKey={({ id }) => id}
          empty={<EmptyList texts={t} search={search} />}
        />
      )}
    </Page>
  )
}

function GroupFilter() {
  const { group } = route.useSearch()
  const setFilters = useSetFilters()
  return <GroupSelect id={Number(group) || undefined} onChoose={(id) => setFilters({ group: id })} />
}

/** Finds the dealers whose records lack something, or are most likely wrong. */
function DefectFilter() {
  const search = route.useSearch()
  const setFilters = useSetFilters()
  const choose = (chosen: string) =>
    setFilters(Object.fromEntries(DEFECTS.map((defect) => [defect, defect === chosen ? 'true' : undefined])))
  return (
    <SelectField
      label={t.quality}
      value={DEFECTS.find((defect) => search[defect] === 'true') ?? ''}
      onChange={({ target }) => choose(target.value)}
    >
      <option value="">{text.common.any}</option>
      {DEFECTS.map((defect) => (
        <option key={defect} value={defect}>
          {t.defects[defect]}
        </option>
      ))}
    </SelectField>
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
  {
    title: t.code,
    cell: ({ dealer_code }) => <span className="mono nowrap">{dealer_code}</span>,
    from: 'medium',
  },
  {
    title: t.place,
    cell: ({ city, state, country }) => [city, state, country].filter(Boolean).join(', '),
    from: 'medium',
  },
  { title: t.group, cell: ({ group }) => group, from: 'wide' },
  { title: t.state, cell: (dealer) => <DealerBadge dealer={dealer} /> },
]
