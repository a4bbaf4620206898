import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { Schemas } from '../../api/client.ts'
import { read } from '../../api/queries.ts'
import { useMay } from '../../api/session.ts'
import { useCloseDialog } from '../../app/close-dialog.ts'
import { DeliveryBadge } from '../../records/badges.tsx'
import { nameOf } from '../../records/deliveries-list.tsx'
import { DeliveryAbout } from '../../records/delivery-about.tsx'
import { text } from '../../text/text.ts'
import { ActionLink } from '../../ui/action-link.tsx'
import { Commands } from '../../ui/commands.tsx'
import { Facts } from '../../ui/facts.tsx'
import { LoadedPage } from '../../ui/loaded-page.tsx'
import { Badge, Message } from '../../ui/message.tsx'
import { Card, Page, Section } from '../../ui/page.tsx'
import { Time } from '../../ui/time.tsx'
import { Attempts } from './attempts.tsx'
import { RetryDialog } from './retry-dialog.tsx'

type Delivery = Schemas['Delivery']

/** How often a delivery is asked for that is on its way. */
const REFRESH_MS = 5_000

const t = text.deliveries
const route = getRouteApi('/_frame/deliveries/$id')
const BACK = { label: text.frame.pages.deliveries, link: { to: '/deliveries' } } as const

/** A delivery: what it sends about which record, and every attempt. */
export function RecordPage() {
  const id = Number(route.useParams().id)
  const query = useQuery({
    ...read('/admin/v1/deliveries/{id}', { path: { id } }),
    refetchInterval: ({ state }) => (state.data?.data.state === 'pending' ? REFRESH_MS : false),
  })
  return (
    <LoadedPage query={query} back={BACK}>
      {({ data }) => <Record delivery={data} />}
    </LoadedPage>
  )
}

function Record({ delivery }: { delivery: Delivery }) {
  const mayRetry = useMay()('deliveries:retry') && delivery.state !== 'delivered'
  const { do: action } = route.useSearch()
  const close = useCloseDialog()
  return (
    <Page
      title={nameOf(delivery)}
      back={BACK}
      badge={
        <>
          <DeliveryBadge state={delivery.state} />
          {delivery.sandbox && <Badge tone="neutral">{text.records.deliveries.sandbox}</Badge>}
        </>
      }
      actions={mayRetry && <ActionLink action="retry">{t.retry.action}</ActionLink>}
    >
      {delivery.sandbox && <Message tone="info">{t.sandboxHint}</Message>}
      <div className="columns">
        <Attempts attempts={delivery.attempts} />
        <div className="stack">
          <Details delivery={delivery} />
          <Commands
            path={`/deliveries/${delivery.id}`}
            transom={['deliveries', 'show', String(delivery.id)]}
          />
        </div>
      </div>
      {action === 'retry' && mayRetry && <RetryDialog id={delivery.id} onClose={close} />}
    </Page>
  )
}

function Details({ delivery }: { delivery: Delivery }) {
  return (
    <Section title={t.details}>
      <Card>
        <Facts
          facts={[
            [text.records.deliveries.about, <DeliveryAbout key="about" delivery={delivery} />],
            [t.created, <Time key="created" at={delivery.created_at} />],
            delivery.state === 'pending' && [
              text.records.deliveries.next,
              <Time key="next" at={delivery.next_attempt_at} />,
            ],
            [
              t.number,
              <span key="number" className="mono">
                {delivery.id}
              </span>,
            ],
            [
              t.message,
              <span key="message" className="mono">
                {delivery.message_id}
              </span>,
            ],
            [
              t.queue,
              <span key="queue" className="mono">
                {delivery.queue_key}
              </span>,
            ],
          ]}
        />
      </Card>
    </Section>
  )
}
