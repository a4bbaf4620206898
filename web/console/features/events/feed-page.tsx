import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { Schemas } from '../../api/client.ts'
import { read, readList } from '../../api/queries.ts'
import { useMay } from '../../api/session.ts'
import { EXACTLY, withSearch } from '../../app/search.ts'
import { text } from '../../text/text.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Filters, SelectFilter } from '../../ui/filters.tsx'
import { Page } from '../../ui/page.tsx'
import { RecordList } from '../../ui/record-list.tsx'
import type { Column } from '../../ui/table.tsx'
import { Time } from '../../ui/time.tsx'
import { EVENT_TYPES } from './event-types.ts'

type Event = Schemas['Event']

const t = text.events.feed
const route = getRouteApi('/_frame/events/feed')

/** Events of the last 30 days that the person may read, with their payload. */
export function FeedPage() {
  const { event: shownId, ...search } = route.useSearch()
  const navigate = route.useNavigate()
  const query = useQuery(readList('/admin/v1/events', { query: search }))
  const next = query.data?.meta.pagination.next_cursor
  const shown = query.data?.data.find(({ id }) => id === shownId)
  return (
    <Page title={t.title} back={{ label: text.frame.pages.events, link: { to: '/events' } }}>
      <p className="muted">{t.hint}</p>
      <Filters>
        <SelectFilter name="types" label={t.type} options={EVENT_TYPES} />
      </Filters>
      <RecordList
        caption={t.title}
        query={query}
        columns={COLUMNS}
        rowKey={({ id }) => id}
        empty={search.types ? t.noMatch : t.empty}
      />
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls of a form */}
      <div className="row" role="group" aria-label={t.pages}>
        {search.after !== undefined && <PageLink after={undefined}>{t.oldest}</PageLink>}
        {next && <PageLink after={Number(next)}>{t.later}</PageLink>}
      </div>
      {shown && (
        <Dialog
          title={t.dialog(shown.id)}
          wide
          onClose={() => void navigate({ search: withSearch({ event: undefined }) })}
        >
          <Facts
            facts={[
              [t.type, EVENT_TYPES[shown.type]],
              [t.when, <Time key="when" at={shown.timestamp} />],
              [t.brand, <BrandOf key="brand" id={shown.brand_id} />],
            ]}
          />
          <section className="stack-small" aria-label={t.payload}>
            <h3>{t.payload}</h3>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it */}
            <pre tabIndex={0}>{JSON.stringify(shown.data, null, 2)}</pre>
          </section>
        </Dialog>
      )}
    </Page>
  )
}

function PageLink({ after, children }: { after: number | undefined; children: string }) {
  return (
    <Link
      to="."
      search={withSearch({ after, event: undefined })}
      activeOptions={EXACTLY}
      className={buttonClass('secondary')}
    >
      {children}
    </Link>
  )
}

/** The name of the brand that an event names by its id. */
function BrandOf({ id }: { id: number }) {
  const enabled = useMay()('brands:read')
  const { data } = useQuery({ ...read('/admin/v1/brands', { query: { limit: 200 } }), enabled })
  return <>{data?.data.find((brand) => brand.id === id)?.name ?? id}</>
}

const COLUMNS: Column<Event>[] = [
  {
    title: t.type,
    cell: ({ id, type }) => (
      <Link to="." search={withSearch({ event: id })} resetScroll={false} className="row-link">
        {EVENT_TYPES[type]}
      </Link>
    ),
  },
  { title: t.when, cell: ({ timestamp }) => <Time at={timestamp} /> },
  { title: t.brand, cell: ({ brand_id }) => <BrandOf id={brand_id} />, from: 'medium' },
  { title: t.number, cell: ({ id }) => String(id), numeric: true, from: 'medium' },
]
