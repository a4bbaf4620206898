import { useQuery } from '@tanstack/react-query'
import type { Schemas } from '../../api/client.ts'
import { readList } from '../../api/queries.ts'
import { useMay } from '../../api/session.ts'
import { text } from '../../text/text.ts'
import { Card, Section } from '../../ui/page.tsx'
import { Loaded } from '../../ui/states.tsx'
import { type Column, DataTable } from '../../ui/table.tsx'
import { contactField, dealerName, type Lead } from './lead.ts'

const t = text.leads
const NEAREST = 10

/** The dealer of a lead, why it is this one, and whom the locator lists for the place today. */
export function WhyDealer({ lead }: { lead: Lead }) {
  const mayLocate = useMay()('dealers:read')
  const reason = lead.dealer_reason
  const [country, postalCode] = [contactField(lead, 'country_code'), contactField(lead, 'zip_code')]
  return (
    <Section title={lead.dealer === null ? t.whyNone : t.why}>
      <Card>
        <div className="stack-small">
          {lead.dealer !== null && <strong>{dealerName(lead)}</strong>}
          <p>{reason === null ? t.notRecorded : (t.reasons[reason] ?? reason)}</p>
        </div>
      </Card>
      {mayLocate && country && postalCode && (
        <Nearest brand={lead.brand} country={country} postalCode={postalCode} dealerId={lead.dealer_id} />
      )}
    </Section>
  )
}

type Found = Schemas['Location']['dealers'][number]

function Nearest({
  brand,
  country,
  postalCode,
  dealerId,
}: {
  brand: string
  country: string
  postalCode: string
  dealerId: number | null
}) {
  const query = useQuery(
    readList('/admin/v1/locate', { query: { brand, country, postal_code: postalCode, limit: NEAREST } }),
  )
  const columns: Column<Found>[] = [
    {
      title: t.dealer,
      cell: ({ id, name }) => (id === dealerId ? <strong>{name}</strong> : name),
    },
    { title: t.distance, cell: ({ distance_miles }) => t.miles(distance_miles), numeric: true },
    { title: t.reason, cell: ({ reason }) => <span className="muted">{reason}</span>, from: 'medium' },
  ]
  return (
    <details>
      <summary>{t.nearest}</summary>
      <Loaded query={query}>
        {({ data }) => (
          <DataTable caption={t.nearest} columns={columns} rows={data.dealers} rowKey={({ id }) => id} />
        )}
      </Loaded>
    </details>
  )
}
