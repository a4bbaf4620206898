import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import type { Schemas } from '../../api/client.ts'
import { useMay } from '../../api/session.ts'
import { withSearch } from '../../app/search.ts'
import { text } from '../../text/text.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Card, Section } from '../../ui/page.tsx'
import { Loaded, LoadingMap } from '../../ui/states.tsx'
import { type Column, DataTable } from '../../ui/table.tsx'
import { dealerName, type Lead, locatedBy, placedDealer } from './lead.ts'
import { readNearest } from './nearest.ts'

const t = text.leads
const PlaceMap = lazy(() => import('./place-map.tsx'))

/** The dealer of a lead, why it is this one, and whom the locator lists for the place today: on a map, and as a table. */
export function WhyDealer({ lead }: { lead: Lead }) {
  const mayLocate = useMay()('dealers:read')
  const reason = lead.dealer_reason
  const nearest = readNearest(lead)
  return (
    <Section title={lead.dealer === null ? t.whyNone : t.why}>
      <Card>
        <div className="stack">
          <div className="stack-small">
            {lead.dealer !== null && <strong>{dealerName(lead)}</strong>}
            <p>{reason === null ? t.notRecorded : (t.reasons[reason] ?? reason)}</p>
          </div>
          {mayLocate && nearest && <Nearest lead={lead} read={nearest} />}
          {mayLocate && !nearest && <p className="muted">{t.noPlace}</p>}
        </div>
      </Card>
    </Section>
  )
}

type Found = Schemas['Location']['dealers'][number]

function Nearest({ lead, read }: { lead: Lead; read: NonNullable<ReturnType<typeof readNearest>> }) {
  const query = useQuery(read)
  const mayAssign = useMay()('leads:write')
  return (
    <Loaded query={query}>
      {({ data }) => (
        <div className="stack">
          <div className="section-header">
            <h3>{t.nearest}</h3>
            <Link to="/dealers/locate" search={{ brand: lead.brand, ...locatedBy(lead) }}>
              {t.locate}
            </Link>
          </div>
          <Suspense fallback={<LoadingMap small />}>
            <PlaceMap location={data} dealer={placedDealer(lead)} />
          </Suspense>
          {data.dealers.length > 0 && (
            <DataTable
              caption={t.nearest}
              columns={columnsFor(data.dealers, { chosen: lead.dealer_id, mayAssign })}
              rows={data.dealers}
              rowKey={({ id }) => id}
            />
          )}
        </div>
      )}
    </Loaded>
  )
}

function columnsFor(
  dealers: readonly Found[],
  { chosen, mayAssign }: { chosen: number | null; mayAssign: boolean },
): Column<Found>[] {
  return [
    { title: t.number, cell: (dealer) => dealers.indexOf(dealer) + 1, numeric: true },
    {
      title: t.dealer,
      cell: ({ id, name }) => (
        <Link to="/dealers/$id" params={{ id: String(id) }} className="row-link">
          {id === chosen ? <strong>{name}</strong> : name}
        </Link>
      ),
    },
    { title: t.distance, cell: ({ distance_miles }) => t.miles(distance_miles), numeric: true },
    { title: t.reason, cell: ({ reason }) => <span className="muted">{reason}</span>, from: 'wide' },
    ...(mayAssign ? [assignColumn(chosen)] : []),
  ]
}

/** Chooses the dealer in one step: the dialog only asks. */
function assignColumn(chosen: number | null): Column<Found> {
  return {
    title: t.assign.pick,
    cell: ({ id, name }) =>
      id !== chosen && (
        <Link
          to="."
          search={withSearch({ do: 'assign', dealer: id })}
          resetScroll={false}
          className={buttonClass('quiet')}
          aria-label={t.assign.pickDealer(name)}
        >
          {t.assign.pick}
        </Link>
      ),
  }
}
