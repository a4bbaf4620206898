import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import type { Schemas } from '../../api/client.ts'
import { readList } from '../../api/queries.ts'
import { useMay } from '../../api/session.ts'
import { text } from '../../text/text.ts'
import { Card, Section } from '../../ui/page.tsx'
import { Loaded, Loading } from '../../ui/states.tsx'
import { type Column, DataTable } from '../../ui/table.tsx'
import { dealerName, type Lead, locatedBy, placedDealer } from './lead.ts'

const t = text.leads
const NEAREST = 10
const PlaceMap = lazy(() => import('./place-map.tsx'))

/** The dealer of a lead, why it is this one, and whom the locator lists for the place today: on a map, and as a table. */
export function WhyDealer({ lead }: { lead: Lead }) {
  const mayLocate = useMay()('dealers:read')
  const reason = lead.dealer_reason
  const place = locatedBy(lead)
  return (
    <Section title={lead.dealer === null ? t.whyNone : t.why}>
      <Card>
        <div className="stack">
          <div className="stack-small">
            {lead.dealer !== null && <strong>{dealerName(lead)}</strong>}
            <p>{reason === null ? t.notRecorded : (t.reasons[reason] ?? reason)}</p>
          </div>
          {mayLocate && place && <Nearest lead={lead} {...place} />}
        </div>
      </Card>
    </Section>
  )
}

type Found = Schemas['Location']['dealers'][number]

function Nearest({ lead, country, postal_code }: { lead: Lead; country: string; postal_code: string }) {
  const query = useQuery(
    readList('/admin/v1/locate', { query: { brand: lead.brand, country, postal_code, limit: NEAREST } }),
  )
  return (
    <Loaded query={query}>
      {({ data }) => (
        <div className="stack">
          <div className="section-header">
            <h3>{t.nearest}</h3>
            <Link to="/dealers/locate" search={{ brand: lead.brand, country, postal_code }}>
              {t.locate}
            </Link>
          </div>
          <Suspense fallback={<Loading />}>
            <PlaceMap location={data} dealer={placedDealer(lead)} />
          </Suspense>
          {data.dealers.length > 0 && (
            <DataTable
              caption={t.nearest}
              columns={columnsFor(data.dealers, lead.dealer_id)}
              rows={data.dealers}
              rowKey={({ id }) => id}
            />
          )}
        </div>
      )}
    </Loaded>
  )
}

function columnsFor(dealers: readonly Found[], dealerId: number | null): Column<Found>[] {
  return [
    { title: t.number, cell: (dealer) => dealers.indexOf(dealer) + 1, numeric: true },
    {
      title: t.dealer,
      cell: ({ id, name }) => (
        <Link to="/dealers/$id" params={{ id: String(id) }} className="row-link">
          {id === dealerId ? <strong>{name}</strong> : name}
        </Link>
      ),
    },
    { title: t.distance, cell: ({ distance_miles }) => t.miles(distance_miles), numeric: true },
    { title: t.reason, cell: ({ reason }) => <span className="muted">{reason}</span>, from: 'wide' },
  ]
}
