import { getRouteApi } from '@tanstack/react-router'
import { useMay } from '../../api/session.ts'
import { useCloseDialog } from '../../app/close-dialog.ts'
import { RecordAudit } from '../../records/audit-list.tsx'
import { LoadedRecord } from '../../records/loaded-record.tsx'
import { text } from '../../text/text.ts'
import { ActionLink } from '../../ui/action-link.tsx'
import { Page } from '../../ui/page.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { AssignDialog } from './assign-dialog.tsx'
import { LeadBadge } from './badge.tsx'
import { DeliveriesTab } from './deliveries-tab.tsx'
import { DetailsTab } from './details-tab.tsx'
import { dealerName, type Lead, prospectOf } from './lead.ts'
import { ResendDialog } from './resend-dialog.tsx'

const t = text.leads
const route = getRouteApi('/_frame/leads/$id')
const BACK = { label: text.frame.pages.leads, link: { to: '/leads' } } as const

/** A lead: who asked for what, which dealer has it and why, and where it was sent. */
export function RecordPage() {
  return (
    <LoadedRecord path="/admin/v1/leads/{id}" back={BACK}>
      {({ data }) => <Record lead={data} />}
    </LoadedRecord>
  )
}

function Record({ lead }: { lead: Lead }) {
  const may = useMay()
  const { tab, page, do: action, dealer } = route.useSearch()
  const close = useCloseDialog('dealer')
  const mayWrite = may('leads:write')
  const mayAssign = mayWrite && may('dealers:read')
  return (
    <Page
      title={prospectOf(lead)}
      back={BACK}
      badge={<LeadBadge state={lead.state} />}
      actions={
        <>
          {mayWrite && <ActionLink action="resend-crm">{t.resend.toCrm}</ActionLink>}
          {mayWrite && lead.dealer_id !== null && (
            <ActionLink action="resend-dealer">{t.resend.toDealer}</ActionLink>
          )}
          {mayAssign && <ActionLink action="assign">{t.assign.action}</ActionLink>}
        </>
      }
    >
      <Tabs
        label={t.sections}
        tab={tab}
        tabs={[
          { id: 'details', label: t.tabs.details, content: () => <DetailsTab lead={lead} /> },
          lead.deliveries !== undefined && {
            id: 'deliveries',
            label: t.tabs.deliveries,
            content: () => <DeliveriesTab lead={lead} />,
          },
          may('audit:read') && {
            id: 'audit',
            label: t.tabs.audit,
            content: () => <RecordAudit subject={`lead:${lead.id}`} page={page} />,
          },
        ]}
      />
      {action === 'assign' && mayAssign && <AssignDialog lead={lead} dealerId={dealer} onClose={close} />}
      {action === 'resend-crm' && mayWrite && (
        <ResendDialog
          id={lead.id}
          to="crm"
          title={t.resend.crmTitle}
          consequence={t.resend.crmText}
          onClose={close}
        />
      )}
      {action === 'resend-dealer' && mayWrite && (
        <ResendDialog
          id={lead.id}
          to="dealer"
          title={t.resend.dealerTitle}
          consequence={t.resend.dealerText(dealerName(lead) ?? t.dealer)}
          onClose={close}
        />
      )}
    </Page>
  )
}
