import type { UseQueryResult } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import type { Schemas } from '../api/client.ts'
import { text } from '../text/text.ts'
import { formatNumber } from '../ui/format.ts'
import type { Pagination } from '../ui/pager.tsx'
import { RecordList } from '../ui/record-list.tsx'
import type { Column } from '../ui/table.tsx'
import { Time } from '../ui/time.tsx'
import { DeliveryBadge } from './badges.tsx'

type Delivery = Schemas['ListedDelivery']

const t = text.records.deliveries

/** The deliveries about a record: a page of them, with what became of each. */
export function DeliveriesList({
  query,
}: {
  query: UseQueryResult<{ data: Delivery[]; meta: { pagination: Pagination } }>
}) {
  return (
    <RecordList caption={t.title} query={query} columns={COLUMNS} rowKey={({ id }) => id} empty={t.none} />
  )
}

const COLUMNS: Column<Delivery>[] = [
  {
    title: t.what,
    cell: (delivery) => (
      <>
        <DeliveryLink delivery={delivery} />
        <div className="muted">{delivery.error}</div>
      </>
    ),
  },
  { title: t.state, cell: ({ state }) => <DeliveryBadge state={state} /> },
  {
    title: t.attempts,
    cell: ({ attempts_made }) => formatNumber(attempts_made),
    numeric: true,
    from: 'medium',
  },
  { title: t.last, cell: ({ last_attempt_at }) => <Time at={last_attempt_at} />, from: 'medium' },
  { title: t.next, cell: ({ next_attempt_at }) => <Time at={next_attempt_at} />, from: 'wide' },
]

function DeliveryLink({ delivery: { id, kind, event } }: { delivery: Delivery }) {
  const { routesByPath } = useRouter()
  const name = `${t.kinds[kind] ?? kind} · ${event}`
  if (!('/deliveries/$id' in routesByPath)) return <span>{name}</span>
  return (
    <Link to={`/deliveries/${id}` as never} className="row-link">
      {name}
    </Link>
  )
}
