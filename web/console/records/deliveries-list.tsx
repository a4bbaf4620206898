import type { UseQueryResult } from '@tanstack/react-query'
import type { Schemas } from '../api/client.ts'
import { text } from '../text/text.ts'
import { formatNumber } from '../ui/format.ts'
import { Badge } from '../ui/message.tsx'
import type { Pagination } from '../ui/pager.tsx'
import { RecordList } from '../ui/record-list.tsx'
import type { Column } from '../ui/table.tsx'
import { Time } from '../ui/time.tsx'
import { DeliveryBadge } from './badges.tsx'
import { DeliveryAbout } from './delivery-about.tsx'
import { DeliveryLink } from './delivery-link.tsx'

type Delivery = Schemas['ListedDelivery']

const t = text.records.deliveries

/** A page of deliveries, with what became of each. */
export function DeliveriesList({
  query,
  empty = t.none,
  ofOneRecord = false,
}: {
  query: UseQueryResult<{ data: Delivery[]; meta: { pagination: Pagination } }>
  /** The message for an empty list. */
  empty?: string
  /** All are about the record on whose page they are listed. */
  ofOneRecord?: boolean
}) {
  const columns = ofOneRecord ? COLUMNS.filter((column) => column !== ABOUT) : COLUMNS
  return (
    <RecordList caption={t.title} query={query} columns={columns} rowKey={({ id }) => id} empty={empty} />
  )
}

const ABOUT: Column<Delivery> = {
  title: t.about,
  cell: (delivery) => (
    <span className="nowrap">
      <DeliveryAbout delivery={delivery} />
    </span>
  ),
  from: 'medium',
}

const COLUMNS: Column<Delivery>[] = [
  {
    title: t.what,
    cell: (delivery) => (
      <>
        <DeliveryLink id={delivery.id}>{nameOf(delivery)}</DeliveryLink>
        <div className="muted">{delivery.error}</div>
      </>
    ),
  },
  ABOUT,
  {
    title: t.state,
    cell: ({ state, sandbox }) => (
      <div className="row">
        <DeliveryBadge state={state} />
        {sandbox && <Badge tone="neutral">{t.sandbox}</Badge>}
      </div>
    ),
  },
  {
    title: t.attempts,
    cell: ({ attempts_made }) => formatNumber(attempts_made),
    numeric: true,
    from: 'medium',
  },
  { title: t.last, cell: ({ last_attempt_at }) => <Time at={last_attempt_at} />, from: 'medium' },
  { title: t.next, cell: ({ next_attempt_at }) => <Time at={next_attempt_at} />, from: 'wide' },
]

/** A delivery's kind and receiver. */
export function nameOf({ kind, event }: Pick<Delivery, 'kind' | 'event'>): string {
  return `${t.kinds[kind] ?? kind} · ${event}`
}
