import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { api, type Schemas, unwrap } from '../../api/client.ts'
import { useMay } from '../../api/session.ts'
import { useCloseDialog } from '../../app/close-dialog.ts'
import { LoadedRecord } from '../../records/loaded-record.tsx'
import { NewSecret } from '../../records/new-secret.tsx'
import { TestDialog } from '../../records/test-dialog.tsx'
import { text } from '../../text/text.ts'
import { ActionLink, RecordActions } from '../../ui/action-link.tsx'
import { Commands } from '../../ui/commands.tsx'
import { Page } from '../../ui/page.tsx'
import { type Act, ActDialog } from './act-dialog.tsx'
import { EndpointBadge } from './badge.tsx'
import { EditDialog } from './edit-dialog.tsx'
import { EndpointDeliveries } from './endpoint-deliveries.tsx'
import { EndpointDetails } from './endpoint-details.tsx'
import { ReplayDialog } from './replay-dialog.tsx'

const t = text.events
const route = getRouteApi('/_frame/events/$id')
const BACK = { label: text.frame.pages.events, link: { to: '/events' } } as const

/** An endpoint: what it gets, how it fares, its secret. */
export function RecordPage() {
  return (
    <LoadedRecord path="/admin/v1/event-endpoints/{id}" back={BACK}>
      {({ data, etag }) => <Record endpoint={data} etag={etag} />}
    </LoadedRecord>
  )
}

function Record({ endpoint, etag }: { endpoint: Schemas['EventEndpoint']; etag: string | null }) {
  const may = useMay()
  const mayWrite = may('brands:write')
  const [secret, setSecret] = useState<string>()
  const { do: action, page } = route.useSearch()
  const navigate = route.useNavigate()
  const queryClient = useQueryClient()
  const { id, active } = endpoint
  const close = useCloseDialog()
  const leave = async () => {
    await navigate({ to: '/events' })
    await queryClient.invalidateQueries({ queryKey: ['/admin/v1/event-endpoints'] })
  }
  const acts: Act[] = [
    active ? 'off' : 'on',
    'rotate',
    ...(endpoint.previous_secret_signs ? (['drop'] as const) : []),
    'delete',
  ]
  const act = acts.find((one) => one === action)
  const sendTest = async () => {
    const params = { path: { id } }
    return (await unwrap(api.POST('/admin/v1/event-endpoints/{id}/test', { params }))).data
  }
  return (
    <Page
      title={endpoint.description || endpoint.url}
      back={BACK}
      badge={<EndpointBadge endpoint={endpoint} />}
      actions={
        mayWrite && (
          <>
            <ActionLink action="test">{text.records.test.action}</ActionLink>
            {active && <ActionLink action="replay">{t.replay.action}</ActionLink>}
            <RecordActions acts={acts} texts={t} />
          </>
        )
      }
    >
      <div className="columns">
        <EndpointDetails endpoint={endpoint} />
        <Commands path={`/event-endpoints/${id}`} transom={['event-endpoints', 'show', String(id)]} />
      </div>
      {may('deliveries:read') && <EndpointDeliveries id={id} page={page} />}
      {mayWrite && action === 'edit' && <EditDialog endpoint={endpoint} etag={etag} onClose={close} />}
      {mayWrite && action === 'replay' && active && <ReplayDialog id={id} onClose={close} />}
      {mayWrite && action === 'test' && (
        <TestDialog
          title={t.test.title}
          description={t.test.text}
          send={sendTest}
          onClose={() => void close()}
        />
      )}
      {mayWrite && act && (
        <ActDialog
          key={act}
          {...{ act, endpoint, etag }}
          onSecret={setSecret}
          onDeleted={leave}
          onClose={close}
        />
      )}
      {secret !== undefined && <NewSecret secret={secret} onClose={() => setSecret(undefined)} />}
    </Page>
  )
}
