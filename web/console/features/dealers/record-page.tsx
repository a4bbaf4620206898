import { getRouteApi } from '@tanstack/react-router'
import type { Schemas } from '../../api/client.ts'
import { useMay } from '../../api/session.ts'
import { useCloseDialog } from '../../app/close-dialog.ts'
import { RecordAudit } from '../../records/audit-list.tsx'
import { LoadedRecord } from '../../records/loaded-record.tsx'
import { text } from '../../text/text.ts'
import { ActionLink } from '../../ui/action-link.tsx'
import { Page } from '../../ui/page.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { DealerBadge } from './badge.tsx'
import { DetailsTab } from './details-tab.tsx'
import { EditDialog } from './edit-dialog.tsx'
import { StateDialog } from './state-dialog.tsx'

const t = text.dealers
const route = getRouteApi('/_frame/dealers/$id')
const BACK = { label: text.frame.pages.dealers, link: { to: '/dealers' } } as const

/** A dealer: where it is, what it carries, its territories, and who changed it. */
export function RecordPage() {
  return (
    <LoadedRecord path="/admin/v1/dealers/{id}" back={BACK}>
      {({ data, etag }) => <Record dealer={data} etag={etag} />}
    </LoadedRecord>
  )
}

function Record({ dealer, etag }: { dealer: Schemas['Dealer']; etag: string | null }) {
  const may = useMay()
  const { tab, page, do: action } = route.useSearch()
  const close = useCloseDialog()
  const mayWrite = may('dealers:write')
  const other = dealer.active ? 'deactivate' : 'activate'
  return (
    <Page
      title={dealer.name}
      back={BACK}
      badge={<DealerBadge dealer={dealer} />}
      actions={
        mayWrite && (
          <>
            <ActionLink action={other}>{t[other].action}</ActionLink>
            <ActionLink action="edit" icon="edit">
              {t.edit.action}
            </ActionLink>
          </>
        )
      }
    >
      <Tabs
        label={t.sections}
        tab={tab}
        tabs={[
          { id: 'details', label: t.tabs.details, content: () => <DetailsTab dealer={dealer} etag={etag} /> },
          may('audit:read') && {
            id: 'audit',
            label: t.tabs.audit,
            content: () => <RecordAudit subject={`dealer:${dealer.id}`} page={page} />,
          },
        ]}
      />
      {action === 'edit' && mayWrite && <EditDialog dealer={dealer} etag={etag} onClose={close} />}
      {action === other && mayWrite && <StateDialog dealer={dealer} etag={etag} onClose={close} />}
    </Page>
  )
}
