import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useBrandFilter } from '../../api/brands.ts'
import type { Schemas } from '../../api/client.ts'
import { readList } from '../../api/queries.ts'
import { useMay } from '../../api/session.ts'
import { BrandName } from '../../records/brand-name.tsx'
import { text } from '../../text/text.ts'
import { formatNumber, formatShare } from '../../ui/format.ts'
import { Badge } from '../../ui/message.tsx'
import { Card } from '../../ui/page.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { type Column, DataTable } from '../../ui/table.tsx'

type Receiver = Schemas['Receiver']

const t = text.deliveries.receivers
const REFRESH_MS = 10_000

/** How each receiver did in the last hour, and what waits for it. */
export function Receivers() {
  const query = useQuery({
    ...readList('/admin/v1/deliveries/receivers', { query: useBrandFilter() }),
    refetchInterval: REFRESH_MS,
  })
  return (
    <Loaded query={query}>
      {({ data }) =>
        data.length === 0 ? (
          <Card>
            <Empty title={t.empty} />
          </Card>
        ) : (
          <div className="stack-small">
            <p className="muted">{t.text}</p>
            <DataTable
              caption={t.title}
              columns={COLUMNS}
              rows={data}
              rowKey={({ receiver, brand_id }) => `${receiver} ${brand_id}`}
            />
          </div>
        )
      }
    </Loaded>
  )
}

const COLUMNS: Column<Receiver>[] = [
  {
    title: t.receiver,
    cell: (receiver) => (
      <>
        <Name receiver={receiver} />
        <div className="muted">
          <BrandName slug={receiver.brand} />
        </div>
      </>
    ),
  },
  { title: t.state, cell: (receiver) => <Health receiver={receiver} /> },
  {
    title: t.waiting,
    cell: ({ waiting, running }) => formatNumber(waiting + running),
    numeric: true,
  },
  {
    title: t.attempts,
    cell: ({ attempts }) => formatNumber(attempts),
    numeric: true,
    from: 'medium',
  },
  {
    title: t.succeeded,
    cell: ({ success_rate: rate }) => (rate === null ? text.common.unnamed : formatShare(rate)),
    numeric: true,
    from: 'medium',
  },
  {
    title: t.took,
    cell: ({ p50_ms: half, p95_ms: most }) =>
      half === null || most === null ? text.common.unnamed : t.times(formatNumber(half), formatNumber(most)),
    numeric: true,
    from: 'wide',
  },
]

/** The kind of a receiver. The receiver of events is an endpoint, which has a page. */
function Name({ receiver: { kind, receiver } }: { receiver: Receiver }) {
  const mayRead = useMay()('brands:read')
  const name = text.records.deliveries.kinds[kind] ?? kind
  const [, id] = /^event:(\d+)$/.exec(receiver) ?? []
  if (id === undefined) return <>{name}</>
  if (!mayRead) return <>{`${name} ${id}`}</>
  return <Link to="/events/$id" params={{ id }}>{`${name} ${id}`}</Link>
}

function Health({ receiver: { circuit, success_rate: rate } }: { receiver: Receiver }) {
  if (circuit === 'open' || rate === 0) return <Badge tone="danger">{t.states.open}</Badge>
  if (circuit === 'unknown') return <Badge>{t.states.unknown}</Badge>
  if (rate !== null && rate < 1) return <Badge tone="warning">{t.states.failing}</Badge>
  return <Badge tone="success">{t.states.closed}</Badge>
}
