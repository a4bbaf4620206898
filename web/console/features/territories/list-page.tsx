import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useBrands } from '../../api/brands.ts'
import type { Schemas } from '../../api/client.ts'
import { readList } from '../../api/queries.ts'
import { useMay } from '../../api/session.ts'
import { useCloseDialog } from '../../app/close-dialog.ts'
import { BrandName, useColumns } from '../../records/brand-name.tsx'
import { ExportLink } from '../../records/export-link.tsx'
import { text } from '../../text/text.ts'
import { ActionLink } from '../../ui/action-link.tsx'
import { Filters } from '../../ui/filters.tsx'
import { Card, Page } from '../../ui/page.tsx'
import { RecordList } from '../../ui/record-list.tsx'
import { Empty, EmptyList, LoadingMap } from '../../ui/states.tsx'
import type { Column } from '../../ui/table.tsx'
import { TextFilter } from '../../ui/text-filter.tsx'
import { Views } from '../../ui/views.tsx'
import { queryOf } from './list-query.ts'
import { PostalCodesDialog } from './postal-codes-dialog.tsx'

type Territory = Schemas['Territory']

const t = text.territories
const MapView = lazy(() => import('./map-view.tsx'))
const route = getRouteApi('/_frame/territories')

/** Which postal codes belong to which dealer. */
export function ListPage() {
  const mayWrite = useMay()('dealers:write')
  const search = route.useSearch()
  const query = useQuery(readList('/admin/v1/territories', { query: queryOf(search) }))
  const { brand, view, do: action } = search
  const brands = useBrands()
  const mapped = brand ?? (brands.length === 1 ? brands[0]!.slug : undefined)
  const close = useCloseDialog()
  const columns = useColumns(COLUMNS, t.brand)
  return (
    <Page
      title={text.frame.pages.territories}
      actions={
        <>
          <ExportLink kind="territories">{t.export}</ExportLink>
          {mayWrite && <ActionLink action="remove">{t.remove.action}</ActionLink>}
          {mayWrite && (
            <ActionLink action="assign" look="primary" icon="plus">
              {t.assign.action}
            </ActionLink>
          )}
        </>
      }
    >
      <Views label={t.views.label} views={{ '': t.views.table, map: t.views.map }} />
      <Filters>
        <TextFilter name="dealer" label={t.dealerFilter} maxLength={310} />
        <TextFilter name="country" label={t.countryFilter} maxLength={2} />
        <TextFilter name="prefix" label={t.prefix} maxLength={20} />
      </Filters>
      {view === 'map' ? (
        <Suspense fallback={<LoadingMap />}>
          {mapped === undefined ? (
            <Card>
              <Empty title={t.map.chooseBrand} />
            </Card>
          ) : (
            <MapView brand={mapped} search={search} />
          )}
        </Suspense>
      ) : (
        <RecordList
          caption={text.frame.pages.territories}
          query={query}
          columns={columns}
          rowKey={({ brand, country, postal_code }) => `${brand} ${country} ${postal_code}`}
          empty={<EmptyList texts={t} search={search} />}
        />
      )}
      {mayWrite && action && <PostalCodesDialog key={action} action={action} brand={brand} onClose={close} />}
    </Page>
  )
}

const COLUMNS: Column<Territory>[] = [
  { title: t.postalCode, cell: ({ postal_code }) => <span className="mono">{postal_code}</span> },
  { title: t.country, cell: ({ country }) => country, from: 'medium' },
  {
    title: t.dealer,
    cell: ({ dealer_id, dealer_name }) => (
      <Link to="/dealers/$id" params={{ id: String(dealer_id) }}>
        {dealer_name}
      </Link>
    ),
  },
  { title: t.brand, cell: ({ brand }) => <BrandName slug={brand} />, from: 'medium' },
]
