import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { Schemas } from '../../api/client.ts'
import { readList } from '../../api/queries.ts'
import { EXACTLY, withSearch } from '../../app/search.ts'
import { SubjectLink } from '../../records/subject-link.tsx'
import { text } from '../../text/text.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Filters, SelectFilter } from '../../ui/filters.tsx'
import { Page } from '../../ui/page.tsx'
import { RecordList } from '../../ui/record-list.tsx'
import type { Column } from '../../ui/table.tsx'
import { Time } from '../../ui/time.tsx'
import { EventBrand } from './event-brand.tsx'
import { subjectOf } from './event-subject.ts'
import { EVENT_TYPES } from './event-types.ts'
import { feedQueryOf } from './list-query.ts'

const t = text.events.feed
const route = getRouteApi('/_frame/events/feed')

/** Events of the last 30 days that the person may read, the newest first. */
export function FeedPage() {
  const search = route.useSearch()
  const query = useQuery(readList('/admin/v1/events', { query: feedQueryOf(search) }))
  const next = query.data?.meta.pagination.next_cursor
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
        empty={search.before ? t.noOlder : search.types ? t.noMatch : t.empty}
      />
      {(search.before || next) && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls of a form
        <div className="row" role="group" aria-label={text.common.pages}>
          {search.before && <PageLink before={undefined}>{t.newest}</PageLink>}
          {next && <PageLink before={Number(next)}>{t.older}</PageLink>}
        </div>
      )}
    </Page>
  )
}

function PageLink({ before, children }: { before: number | undefined; children: string }) {
  return (
    <Link to="." search={withSearch({ before })} activeOptions={EXACTLY} className={buttonClass('secondary')}>
      {children}
    </Link>
  )
}

const COLUMNS: Column<Schemas['Event']>[] = [
  {
    title: t.type,
    cell: ({ id, type }) => (
      <Link to="/events/feed/$id" params={{ id: String(id) }} className="row-link">
        {EVENT_TYPES[type]}
      </Link>
    ),
  },
  {
    title: t.about,
    cell: (event) => {
      const { kind, id, name } = subjectOf(event)
      return (
        <SubjectLink kind={kind} id={id}>
          {name}
        </SubjectLink>
      )
    },
  },
  { title: t.when, cell: ({ timestamp }) => <Time at={timestamp} />, from: 'medium' },
  { title: t.brand, cell: ({ brand_id }) => <EventBrand id={brand_id} />, from: 'medium' },
  { title: t.number, cell: ({ id }) => String(id), numeric: true, from: 'wide' },
]
