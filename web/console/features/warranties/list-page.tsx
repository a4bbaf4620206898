import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { Schemas } from '../../api/client.ts'
import { readList } from '../../api/queries.ts'
import { useMay } from '../../api/session.ts'
import { SyncBadge, WarrantyBadge } from '../../records/badges.tsx'
import { BrandName, useColumns } from '../../records/brand-name.tsx'
import { Model } from '../../records/model.tsx'
import { text } from '../../text/text.ts'
import { CreateLink } from '../../ui/create-link.tsx'
import { DateFilter, Filters, SearchBox, SelectFilter } from '../../ui/filters.tsx'
import { Page } from '../../ui/page.tsx'
import { RecordList } from '../../ui/record-list.tsx'
import { EmptyList } from '../../ui/states.tsx'
import type { Column } from '../../ui/table.tsx'
import { Day } from '../../ui/time.tsx'
import { nameOf } from './owner.ts'

type Warranty = Schemas['Warranty']

const t = text.warranties
const route = getRouteApi('/_frame/warranties')

/** Warranties, found while you type. */
export function ListPage() {
  const may = useMay()
  const search = route.useSearch()
  const query = useQuery(readList('/admin/v1/warranties', { query: search }))
  const columns = useColumns(COLUMNS, t.brand)
  return (
    <Page
      title={text.frame.pages.warranties}
      actions={may('warranty:create') && <CreateLink to="/warranties/new">{t.register.action}</CreateLink>}
    >
      <Filters>
        <SearchBox placeholder={t.searchHint} />
        <SelectFilter name="status" label={t.status} options={t.statuses} />
        <SelectFilter name="sync_status" label={t.sync} options={t.syncs} />
        <DateFilter name="registered_from" label={t.registeredFrom} />
        <DateFilter name="registered_to" label={t.registeredTo} />
      </Filters>
      <RecordList
        caption={text.frame.pages.warranties}
        query={query}
        columns={columns}
        rowKey={({ id }) => id}
        empty={<EmptyList texts={t} search={search} />}
      />
    </Page>
  )
}

const COLUMNS: Column<Warranty>[] = [
  {
    title: t.hin,
    cell: ({ id, hin }) => (
      <Link to="/warranties/$id" params={{ id: String(id) }} className="row-link mono">
        {hin}
      </Link>
    ),
  },
  { title: t.owner, cell: ({ contact }) => nameOf(contact) },
  { title: t.model, cell: (boat) => <Model boat={boat} />, from: 'medium' },
  { title: t.brand, cell: ({ brand }) => <BrandName slug={brand} />, from: 'wide' },
  { title: t.status, cell: ({ warranty_status }) => <WarrantyBadge status={warranty_status} /> },
  { title: t.sync, cell: ({ crm_sync }) => <SyncBadge status={crm_sync.status} />, from: 'medium' },
  { title: t.registered, cell: ({ registration_date }) => <Day on={registration_date} />, from: 'wide' },
  { title: t.ends, cell: ({ warranty_end_date }) => <Day on={warranty_end_date} />, from: 'wide' },
]
