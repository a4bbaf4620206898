import { DeliveryBadge } from '../../records/badges.tsx'
import { DeliveryLink } from '../../records/delivery-link.tsx'
import { text } from '../../text/text.ts'
import { formatNumber } from '../../ui/format.ts'
import { Empty } from '../../ui/states.tsx'
import { type Column, DataTable } from '../../ui/table.tsx'
import { Time } from '../../ui/time.tsx'
import type { Lead } from './lead.ts'

/** The part of a lead's delivery that the page shows. */
interface Delivery {
  id: number
  kind: string
  status: 'pending' | 'delivered' | 'failed'
  next_attempt: string | null
  attempts: { at: string; error: string | null }[]
}

const t = text.records.deliveries

/** Where the lead was sent, and what became of it. */
export function DeliveriesTab({ lead }: { lead: Lead }) {
  const deliveries = (lead.deliveries ?? []) as unknown as Delivery[]
  if (deliveries.length === 0) return <Empty title={t.none} />
  return <DataTable caption={t.title} columns={COLUMNS} rows={deliveries} rowKey={({ id }) => id} />
}

const COLUMNS: Column<Delivery>[] = [
  {
    title: t.what,
    cell: (delivery) => (
      <>
        <DeliveryLink id={delivery.id}>{t.kinds[delivery.kind] ?? delivery.kind}</DeliveryLink>
        <div className="muted">{delivery.attempts.at(-1)?.error}</div>
      </>
    ),
  },
  { title: t.state, cell: ({ status }) => <DeliveryBadge state={status} /> },
  { title: t.attempts, cell: ({ attempts }) => formatNumber(attempts.length), numeric: true, from: 'medium' },
  { title: t.last, cell: ({ attempts }) => <Time at={attempts.at(-1)?.at} />, from: 'medium' },
  { title: t.next, cell: ({ next_attempt }) => <Time at={next_attempt} />, from: 'wide' },
]
