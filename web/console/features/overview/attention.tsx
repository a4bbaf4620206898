import { Link, type LinkProps, useRouter } from '@tanstack/react-router'
import type { Schemas } from '../../api/client.ts'
import { text } from '../../text/text.ts'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { Section } from '../../ui/page.tsx'
import { Empty } from '../../ui/states.tsx'
import { useWaitingLeads } from './waiting-leads.ts'
import './overview.css'

const t = text.overview

interface Item {
  count: number | null | undefined
  title: (count: number) => string
  hint: string
  icon: IconName
  to: string
  search: Record<string, string>
}

/** The items that need attention today: each entry leads to the list of these records. */
export function Attention({ overview }: { overview: Schemas['Overview'] }) {
  const leads = useWaitingLeads()
  const { routesByPath } = useRouter()
  const items: Item[] = [
    {
      count: leads.failed,
      title: t.failedLeads,
      hint: t.failedLeadsHint,
      icon: 'lead',
      to: '/leads',
      search: { state: 'failed' },
    },
    {
      count: leads.received,
      title: t.waitingLeads,
      hint: t.waitingLeadsHint,
      icon: 'lead',
      to: '/leads',
      search: { state: 'received' },
    },
    {
      count: overview.registrations_waiting,
      title: t.waitingRegistrations,
      hint: t.waitingRegistrationsHint,
      icon: 'registration',
      to: '/registrations',
      search: { state: 'received' },
    },
    {
      count: overview.deliveries?.failed,
      title: t.failedDeliveries,
      hint: t.failedDeliveriesHint,
      icon: 'delivery',
      to: '/deliveries',
      search: { state: 'failed' },
    },
    {
      count: overview.disabled_endpoints,
      title: t.disabledEndpoints,
      hint: t.disabledEndpointsHint,
      icon: 'event',
      to: '/events',
      search: {},
    },
    {
      count: overview.failed_syncs,
      title: t.failedSyncs,
      hint: t.failedSyncsHint,
      icon: 'warranty',
      to: '/warranties',
      search: { sync_status: 'failed' },
    },
    {
      count: overview.dealers_without_point,
      title: t.dealersWithoutPoint,
      hint: t.dealersWithoutPointHint,
      icon: 'dealer',
      to: '/dealers',
      search: { without_point: 'true' },
    },
  ]
  const open = items.filter(({ count }) => count)
  return (
    <Section title={t.attention}>
      {open.length === 0 && !leads.isLoading ? (
        <div className="card">
          <Empty title={t.nothing}>{t.nothingHint}</Empty>
        </div>
      ) : (
        <ul className="attention">
          {open.map(({ count, title, hint, icon, to, search }) => (
            <li key={hint} className="attention-item">
              <Icon name={icon} />
              <div>
                {to in routesByPath ? (
                  <Link {...({ to, search } as LinkProps)} className="row-link">
                    {title(count!)}
                  </Link>
                ) : (
                  <strong>{title(count!)}</strong>
                )}
                <p className="muted">{hint}</p>
              </div>
              <Icon name="next" />
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
