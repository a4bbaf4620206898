import { useQuery } from '@tanstack/react-query'
import type { Schemas } from '../../api/client.ts'
import { readList } from '../../api/queries.ts'
import { BrandName } from '../../records/brand-name.tsx'
import { text } from '../../text/text.ts'
import { Commands } from '../../ui/commands.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Message } from '../../ui/message.tsx'
import { Card, Section } from '../../ui/page.tsx'
import { RecordList } from '../../ui/record-list.tsx'
import type { Column } from '../../ui/table.tsx'
import { Time } from '../../ui/time.tsx'
import { Location } from './map/location.tsx'

const t = text.dealers
const SHOWN_TERRITORIES = 10

/** Address, contact, location, brands and territories of a dealer. */
export function DetailsTab({ dealer, etag }: { dealer: Schemas['Dealer']; etag: string | null }) {
  const { id, latitude, longitude } = dealer
  const point = dealer.approximate ? t.approximate : t.exact
  return (
    <div className="columns">
      <div className="stack">
        {latitude === null && <Message tone="warning">{t.noPoint}</Message>}
        {dealer.email === '' && <Message tone="warning">{t.noEmail}</Message>}
        <Section title={t.address}>
          <Card>
            <Facts
              facts={[
                [t.code, dealer.dealer_code],
                [t.fields.legal_name, dealer.legal_name],
                [t.address, [dealer.address, dealer.address2].filter(Boolean).join(', ')],
                [t.place, [dealer.postal_code, dealer.city, dealer.state].filter(Boolean).join(' ')],
                [t.country, dealer.country],
                [t.location, latitude === null || longitude === null ? null : point(latitude, longitude)],
                [t.group, dealer.group],
                [t.brands, <BrandNames key="brands" slugs={dealer.brands} />],
                [t.changedAt, <Time key="time" at={dealer.updated_at} />],
              ]}
            />
          </Card>
        </Section>
        <Location dealer={dealer} etag={etag} />
        <Territories id={id} />
      </div>
      <div className="stack">
        <Section title={t.contact}>
          <Card>
            <div className="stack-small">
              {dealer.primary_contact && <strong>{dealer.primary_contact}</strong>}
              {dealer.email && <a href={`mailto:${encodeURIComponent(dealer.email)}`}>{dealer.email}</a>}
              {dealer.phone && <a href={`tel:${dealer.phone.replace(/[^+\d]/g, '')}`}>{dealer.phone}</a>}
              <span className="muted">{dealer.website}</span>
            </div>
          </Card>
        </Section>
        <Commands path={`/dealers/${id}`} transom={['dealers', 'show', `id:${id}`]} />
      </div>
    </div>
  )
}

function BrandNames({ slugs }: { slugs: readonly string[] }) {
  return (
    <ul>
      {slugs.map((slug) => (
        <li key={slug}>
          <BrandName slug={slug} />
        </li>
      ))}
    </ul>
  )
}

function Territories({ id }: { id: number }) {
  const query = useQuery(
    readList('/admin/v1/territories', { query: { dealer: `id:${id}`, limit: SHOWN_TERRITORIES } }),
  )
  return (
    <Section title={t.territories}>
      <RecordList
        caption={t.territories}
        query={query}
        columns={TERRITORIES}
        rowKey={({ brand, country, postal_code }) => `${brand} ${country} ${postal_code}`}
        empty={t.noTerritories}
      />
    </Section>
  )
}

const TERRITORIES: Column<Schemas['Territory']>[] = [
  { title: t.fields.postal_code, cell: ({ postal_code }) => postal_code },
  { title: t.country, cell: ({ country }) => country },
  { title: t.brands, cell: ({ brand }) => <BrandName slug={brand} /> },
]
