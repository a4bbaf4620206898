import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useBrandFilter } from '../../api/brands.ts'
import type { Schemas } from '../../api/client.ts'
import { readList } from '../../api/queries.ts'
import { useMay } from '../../api/session.ts'
import { useCloseDialog } from '../../app/close-dialog.ts'
import { BrandNames } from '../../records/brand-name.tsx'
import { NewSecret } from '../../records/new-secret.tsx'
import { text } from '../../text/text.ts'
import { ActionLink } from '../../ui/action-link.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { Page } from '../../ui/page.tsx'
import { RecordList } from '../../ui/record-list.tsx'
import { Empty } from '../../ui/states.tsx'
import type { Column } from '../../ui/table.tsx'
import { EndpointBadge } from './badge.tsx'
import { CreateDialog } from './create-dialog.tsx'
import { describeTypes } from './event-types.ts'

const t = text.events
const route = getRouteApi('/_frame/events')

/** Endpoints that get events; one that the server switched off says why. */
export function ListPage() {
  const mayWrite = useMay()('brands:write')
  const [secret, setSecret] = useState<string>()
  const { page, do: action } = route.useSearch()
  const filter = useBrandFilter()
  const query = useQuery(
    readList('/admin/v1/event-endpoints', { query: { ...filter, ...(page && { page }) } }),
  )
  const close = useCloseDialog()
  return (
    <Page
      title={text.frame.pages.events}
      actions={
        <>
          <Link to="/events/feed" className={buttonClass('secondary')}>
            {t.feed.title}
          </Link>
          {mayWrite && (
            <ActionLink action="create" look="primary" icon="plus">
              {t.create.action}
            </ActionLink>
          )}
        </>
      }
    >
      <RecordList
        caption={t.endpoints}
        query={query}
        columns={COLUMNS}
        rowKey={({ id }) => id}
        empty={<Empty title={t.empty}>{t.emptyHint}</Empty>}
      />
      {mayWrite && action === 'create' && <CreateDialog onSecret={setSecret} onClose={close} />}
      {secret !== undefined && <NewSecret secret={secret} onClose={() => setSecret(undefined)} />}
    </Page>
  )
}

const COLUMNS: Column<Schemas['EventEndpoint']>[] = [
  {
    title: t.url,
    cell: ({ id, url, description, disabled_reason: reason }) => (
      <>
        <Link to="/events/$id" params={{ id: String(id) }} className="row-link">
          {url}
        </Link>
        <div className="muted">{description}</div>
        {reason && <div>{reason}</div>}
      </>
    ),
  },
  { title: t.state, cell: (endpoint) => <EndpointBadge endpoint={endpoint} /> },
  { title: t.brands, cell: ({ brands }) => <BrandNames slugs={brands} />, from: 'medium' },
  { title: t.eventTypes, cell: ({ event_types: types }) => describeTypes(types), from: 'wide' },
]
