import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { Schemas } from '../../api/client.ts'
import { inMoments } from '../../api/days.ts'
import { readList } from '../../api/queries.ts'
import { BrandName, useColumns } from '../../records/brand-name.tsx'
import { ExportLink } from '../../records/export-link.tsx'
import { text } from '../../text/text.ts'
import { DateFilter, Filters, SearchBox, SelectFilter } from '../../ui/filters.tsx'
import { Page } from '../../ui/page.tsx'
import { RecordList } from '../../ui/record-list.tsx'
import { EmptyList } from '../../ui/states.tsx'
import type { Column } from '../../ui/table.tsx'
import { Time } from '../../ui/time.tsx'
import { LeadBadge } from './badge.tsx'
import { categoryName, dealerName, placeOf, prospectOf, submitted } from './lead.ts'

type Lead = Schemas['ListedLead']

const t = text.leads
const route = getRouteApi('/_frame/leads')

/** The inbox of leads, the newest first. */
export function ListPage() {
  const search = route.useSearch()
  const query = useQuery(readList('/admin/v1/leads', { query: inMoments(search) }))
  const columns = useColumns(COLUMNS, t.brand)
  return (
    <Page title={text.frame.pages.leads} actions={<ExportLink kind="leads">{t.export}</ExportLink>}>
      <Filters>
        <SearchBox placeholder={t.searchHint} />
        <SelectFilter name="state" label={t.state} options={t.states} />
        <SelectFilter name="category" label={t.category} options={t.categories} />
        <DateFilter name="from" label={t.from} />
        <DateFilter name="to" label={t.to} />
      </Filters>
      <RecordList
        caption={text.frame.pages.leads}
        query={query}
        columns={columns}
        rowKey={({ id }) => id}
        empty={<EmptyList texts={t} search={search} />}
      />
    </Page>
  )
}

const COLUMNS: Column<Lead>[] = [
  {
    title: t.prospect,
    cell: (lead) => (
      <Link to="/leads/$id" params={{ id: String(lead.id) }} className="row-link">
        {prospectOf(lead)}
      </Link>
    ),
  },
  { title: t.category, cell: (lead) => categoryName(submitted(lead).contact_category), from: 'medium' },
  { title: t.place, cell: placeOf, from: 'wide' },
  {
    title: t.dealer,
    cell: (lead) => dealerName(lead) ?? <span className="muted">{t.noDealer}</span>,
    from: 'wide',
  },
  { title: t.brand, cell: ({ brand }) => <BrandName slug={brand} />, from: 'wide' },
  { title: t.state, cell: ({ state }) => <LeadBadge state={state} /> },
  { title: t.received, cell: ({ created_at }) => <Time at={created_at} />, from: 'medium' },
]
