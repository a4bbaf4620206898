import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { Schemas } from '../../api/client.ts'
import { inMoments } from '../../api/days.ts'
import { readList } from '../../api/queries.ts'
import { BrandName, useColumns } from '../../records/brand-name.tsx'
import { Model } from '../../records/model.tsx'
import { text } from '../../text/text.ts'
import { DateFilter, Filters, SearchBox, SelectFilter } from '../../ui/filters.tsx'
import { Badge } from '../../ui/message.tsx'
import { Page } from '../../ui/page.tsx'
import { RecordList } from '../../ui/record-list.tsx'
import { EmptyList } from '../../ui/states.tsx'
import type { Column } from '../../ui/table.tsx'
import { Day, Time } from '../../ui/time.tsx'
import { RegistrationBadge } from './badge.tsx'

type Registration = Schemas['ListedRegistration']

const t = text.registrations
const route = getRouteApi('/_frame/registrations')

/** Owners' own registrations from the website, the newest first. */
export function ListPage() {
  const search = route.useSearch()
  const query = useQuery(readList('/admin/v1/registrations', { query: inMoments(search) }))
  const columns = useColumns(COLUMNS, t.brand)
  return (
    <Page title={text.frame.pages.registrations}>
      <Filters>
        <SearchBox placeholder={t.searchHint} />
        <SelectFilter name="state" label={t.state} options={t.states} />
        <DateFilter name="from" label={text.leads.from} />
        <DateFilter name="to" label={text.leads.to} />
      </Filters>
      <RecordList
        caption={text.frame.pages.registrations}
        query={query}
        columns={columns}
        rowKey={({ id }) => id}
        empty={<EmptyList texts={t} search={search} />}
      />
    </Page>
  )
}

const COLUMNS: Column<Registration>[] = [
  {
    title: t.hin,
    cell: ({ id, hin }) => (
      <Link to="/registrations/$id" params={{ id: String(id) }} className="row-link mono">
        {hin}
      </Link>
    ),
  },
  { title: t.owner, cell: ({ contact }) => `${contact.first_name} ${contact.last_name}` },
  { title: t.model, cell: (boat) => <Model boat={boat} />, from: 'medium' },
  { title: t.brand, cell: ({ brand }) => <BrandName slug={brand} />, from: 'wide' },
  { title: t.purchased, cell: ({ purchase_date }) => <Day on={purchase_date} />, from: 'wide' },
  {
    title: t.duplicates,
    cell: ({ possible_duplicates: { length } }) =>
      length > 0 ? <Badge tone="warning">{length}</Badge> : text.common.unnamed,
    from: 'medium',
  },
  { title: t.state, cell: ({ state }) => <RegistrationBadge state={state} /> },
  { title: t.received, cell: ({ created_at }) => <Time at={created_at} />, from: 'wide' },
]
