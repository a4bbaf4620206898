import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import { useBrands } from '../../api/brands.ts'
import type { Schemas } from '../../api/client.ts'
import { readList } from '../../api/queries.ts'
import { BrandOptions } from '../../records/brand-name.tsx'
import { text } from '../../text/text.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { Message } from '../../ui/message.tsx'
import { Card, Page, Section } from '../../ui/page.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { type Column, DataTable } from '../../ui/table.tsx'

const t = text.dealers
const route = getRouteApi('/_frame/dealers/locate')

/** Asks the locator for a place, and shows why it lists these dealers and not others. */
export function LocatePage() {
  const brands = useBrands()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { postal_code = '', country = 'US' } = search
  const brand = search.brand ?? (brands.length === 1 ? brands[0]!.slug : '')
  const ask = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const fields = Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>
    void navigate({ search: fields as never })
  }
  return (
    <Page title={t.locate.title} back={{ label: text.frame.pages.dealers, link: { to: '/dealers' } }}>
      <Card>
        <form
          className="form"
          aria-label={t.locate.title}
          onSubmit={ask}
          key={`${brand} ${country} ${postal_code}`}
        >
          <div className="form-grid">
            <SelectField label={t.locate.brand} name="brand" defaultValue={brand} required>
              <option value="" />
              <BrandOptions />
            </SelectField>
            <TextField label={t.country} name="country" defaultValue={country} required maxLength={100} />
            <TextField
              label={t.fields.postal_code}
              name="postal_code"
              defaultValue={postal_code}
              required
              maxLength={20}
            />
          </div>
          <div className="form-actions">
            <Button type="submit" look="primary">
              {t.locate.ask}
            </Button>
          </div>
        </form>
      </Card>
      {brand && postal_code && <Answer {...{ brand, country, postal_code }} />}
    </Page>
  )
}

function Answer(query: { brand: string; country: string; postal_code: string }) {
  const answer = useQuery(readList('/admin/v1/locate', { query }))
  return (
    <Loaded query={answer}>
      {({ data: { dealers, not_listed, explain } }) => (
        <div className="stack">
          <p>
            {explain.located_by === null
              ? t.locate.notLocated
              : t.locate.locatedBy(explain.postal_code, explain.located_by)}
          </p>
          {explain.territory?.fault && (
            <Message tone="warning">
              {t.locate.noEffect(explain.territory.postal_code, explain.territory.fault)}
            </Message>
          )}
          <Section title={t.locate.listed}>
            {dealers.length === 0 ? (
              <Card>
                <Empty title={t.locate.none} />
              </Card>
            ) : (
              <DataTable caption={t.locate.listed} columns={COLUMNS} rows={dealers} rowKey={({ id }) => id} />
            )}
          </Section>
          {not_listed.length > 0 && (
            <Section title={t.locate.notListed}>
              <DataTable
                caption={t.locate.notListed}
                columns={COLUMNS}
                rows={not_listed}
                rowKey={({ id }) => id}
              />
            </Section>
          )}
        </div>
      )}
    </Loaded>
  )
}

type Found = Pick<
  Schemas['UnlistedDealer'],
  'id' | 'name' | 'city' | 'state' | 'postal_code' | 'distance_miles' | 'reason'
>

const COLUMNS: Column<Found>[] = [
  {
    title: t.name,
    cell: ({ id, name }) => (
      <Link to="/dealers/$id" params={{ id: String(id) }} className="row-link">
        {name}
      </Link>
    ),
  },
  {
    title: t.place,
    cell: ({ postal_code, city, state }) => [postal_code, city, state].filter(Boolean).join(' '),
    from: 'wide',
  },
  {
    title: t.locate.distance,
    cell: ({ distance_miles: miles }) => (miles === null ? text.common.unnamed : text.leads.miles(miles)),
    numeric: true,
    from: 'medium',
  },
  { title: t.locate.reason, cell: ({ reason }) => <span className="muted">{reason}</span> },
]
