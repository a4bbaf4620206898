import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { api, type Schemas, unwrap } from '../../api/client.ts'
import { readList, readRecord } from '../../api/queries.ts'
import { useMay } from '../../api/session.ts'
import { useCloseDialog } from '../../app/close-dialog.ts'
import { AuditList } from '../../records/audit-list.tsx'
import { WarrantyBadge } from '../../records/badges.tsx'
import { DeliveriesList } from '../../records/deliveries-list.tsx'
import { LoadedRecord } from '../../records/loaded-record.tsx'
import { text } from '../../text/text.ts'
import { ActionLink } from '../../ui/action-link.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { notify, notifyFailure } from '../../ui/notices.tsx'
import { Page } from '../../ui/page.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { CorrectDialog } from './correct-dialog.tsx'
import { DetailsTab } from './details-tab.tsx'
import { OwnersTab } from './owners-tab.tsx'
import { TransferDialog } from './transfer-dialog.tsx'
import { VoidDialog } from './void-dialog.tsx'

const t = text.warranties
const route = getRouteApi('/_frame/warranties/$id')
const SYNC_POLL_MS = 3_000
const BACK = { label: text.frame.pages.warranties, link: { to: '/warranties' } } as const

/** A warranty: what is registered, its owners, what the CRM has, and who did what. */
export function RecordPage() {
  return (
    <LoadedRecord path="/admin/v1/warranties/{id}" back={BACK}>
      {({ data, etag }) => <Record warranty={data} etag={etag} />}
    </LoadedRecord>
  )
}

function Record({ warranty, etag }: { warranty: Schemas['Warranty']; etag: string | null }) {
  const { id, hin, warranty_status } = warranty
  useSyncResult(warranty)
  const may = useMay()
  const { tab, page, do: action } = route.useSearch()
  const close = useCloseDialog('owner')
  return (
    <Page
      title={hin}
      back={BACK}
      badge={<WarrantyBadge status={warranty_status} />}
      actions={
        <>
          <a
            href={`/admin/v1/warranties/${id}/certificate`}
            target="_blank"
            rel="noreferrer"
            className={buttonClass('secondary')}
          >
            {t.record.certificate}
          </a>
          {may('warranty:retry_sync') && warranty.crm_sync.status !== 'not_configured' && <Retry id={id} />}
          {may(['warranty:correct', 'warranty:update']) && (
            <ActionLink action="correct">{t.correct.action}</ActionLink>
          )}
          {may('warranty:transfer') && warranty_status !== 'voided' && (
            <ActionLink action="transfer">{t.transfer.action}</ActionLink>
          )}
          {may('warranty:correct') && warranty_status !== 'voided' && (
            <ActionLink action="void">{t.void.action}</ActionLink>
          )}
        </>
      }
    >
      <Tabs
        label={t.record.sections}
        tab={tab}
        tabs={[
          {
            id: 'details',
            label: t.record.tabs.details,
            content: () => <DetailsTab warranty={warranty} />,
          },
          may('warranty:history') && {
            id: 'owners',
            label: t.record.tabs.owners,
            content: () => <OwnersTab id={id} etag={etag} onClose={close} />,
          },
          may('deliveries:read') && {
            id: 'deliveries',
            label: t.record.tabs.deliveries,
            content: () => <Deliveries id={id} page={page} />,
          },
          may('audit:read') && {
            id: 'audit',
            label: t.record.tabs.audit,
            content: () => <Audit id={id} page={page} />,
          },
        ]}
      />
      {action === 'transfer' && may('warranty:transfer') && (
        <TransferDialog warranty={warranty} onClose={close} />
      )}
      {action === 'correct' && may(['warranty:correct', 'warranty:update']) && (
        <CorrectDialog warranty={warranty} etag={etag} onClose={close} />
      )}
      {action === 'contact' && may('warranty:update') && (
        <CorrectDialog warranty={warranty} etag={etag} contactOnly onClose={close} />
      )}
      {action === 'void' && may('warranty:correct') && (
        <VoidDialog warranty={warranty} etag={etag} onClose={close} />
      )}
    </Page>
  )
}

/** Reads the warranty again until the CRM has answered. */
function useSyncResult({ id, crm_sync: { status } }: Schemas['Warranty']): void {
  const refetchInterval = status === 'pending' && SYNC_POLL_MS
  useQuery({ ...readRecord('/admin/v1/warranties/{id}', String(id)), refetchInterval })
}

function Retry({ id }: { id: number }) {
  const queryClient = useQueryClient()
  const retry = useMutation({
    mutationFn: () => unwrap(api.POST('/admin/v1/warranties/{id}/retry-sync', { params: { path: { id } } })),
    onSuccess: ({ data: { crm_sync } }) => {
      if (crm_sync.status === 'synced') notify(t.retry.done)
      else if (crm_sync.error) notifyFailure(t.retry.failed(crm_sync.error))
      else notify(t.retry.pending)
      return queryClient.invalidateQueries()
    },
    onError: (error) => notifyFailure(error.message),
  })
  return (
    <Button busy={retry.isPending} onClick={() => retry.mutate()}>
      {t.retry.action}
    </Button>
  )
}

function Deliveries({ id, page }: { id: number; page: number | undefined }) {
  const query = useQuery(
    readList('/admin/v1/warranties/{id}/deliveries', { path: { id }, query: { ...(page && { page }) } }),
  )
  return <DeliveriesList query={query} ofOneRecord />
}

function Audit({ id, page }: { id: number; page: number | undefined }) {
  const query = useQuery(
    readList('/admin/v1/warranties/{id}/audit', { path: { id }, query: { ...(page && { page }) } }),
  )
  return <AuditList query={query} />
}
