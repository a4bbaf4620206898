import { getRouteApi } from '@tanstack/react-router'
import type { Schemas } from '../../api/client.ts'
import { useMay } from '../../api/session.ts'
import { withSearch } from '../../app/search.ts'
import { LoadedRecord } from '../../records/loaded-record.tsx'
import { SubjectLink } from '../../records/subject-link.tsx'
import { text } from '../../text/text.ts'
import { ActionLink } from '../../ui/action-link.tsx'
import { Commands } from '../../ui/commands.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Card, Page, Section } from '../../ui/page.tsx'
import { Time } from '../../ui/time.tsx'
import { EventBrand } from './event-brand.tsx'
import { subjectOf } from './event-subject.ts'
import { EVENT_TYPES } from './event-types.ts'
import { SendEventDialog } from './send-event-dialog.tsx'

const t = text.events.event
const route = getRouteApi('/_frame/events/feed/$id')
const BACK = { label: text.events.feed.title, link: { to: '/events/feed' } } as const

/** An event: what happened to which record, and the payload that endpoints get. */
export function EventPage() {
  return (
    <LoadedRecord path="/admin/v1/events/{id}" back={BACK}>
      {({ data }) => <Record event={data} />}
    </LoadedRecord>
  )
}

function Record({ event }: { event: Schemas['Event'] }) {
  const may = useMay()
  // The dialog shows the endpoints.
  const maySend = may('brands:write') && may('brands:read')
  const action = route.useSearch().do
  const navigate = route.useNavigate()
  const about = subjectOf(event)
  return (
    <Page
      title={EVENT_TYPES[event.type]}
      back={BACK}
      actions={maySend && <ActionLink action="send">{t.send.open}</ActionLink>}
    >
      <div className="columns">
        <div className="stack">
          <Section title={t.details}>
            <Card>
              <Facts
                facts={[
                  [
                    text.events.feed.about,
                    <SubjectLink key="about" kind={about.kind} id={about.id}>
                      {about.name}
                    </SubjectLink>,
                  ],
                  [text.events.feed.when, <Time key="when" at={event.timestamp} />],
                  [text.events.feed.brand, <EventBrand key="brand" id={event.brand_id} />],
                  [t.type, <code key="type">{event.type}</code>],
                  [text.events.feed.number, String(event.id)],
                ]}
              />
            </Card>
          </Section>
          <Section title={text.events.feed.payload}>
            <Card>
              {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it */}
              <pre tabIndex={0}>{JSON.stringify(event.data, null, 2)}</pre>
            </Card>
          </Section>
        </div>
        <Commands path={`/events/${event.id}`} transom={['events', 'show', String(event.id)]} />
      </div>
      {maySend && action === 'send' && (
        <SendEventDialog
          event={event}
          onClose={() => void navigate({ search: withSearch({ do: undefined }), replace: true })}
        />
      )}
    </Page>
  )
}
