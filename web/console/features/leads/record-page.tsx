import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { read, readList } from '../../api/queries.ts'
import { useMay } from '../../api/session.ts'
import { withSearch } from '../../app/search.ts'
import { AuditList } from '../../records/audit-list.tsx'
import { text } from '../../text/text.ts'
import { ActionLink } from '../../ui/action-link.tsx'
import { LoadedPage } from '../../ui/loaded-page.tsx'
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
  const id = Number(route.useParams().id)
  const query = useQuery(read('/admin/v1/leads/{id}', { path: { id } }))
  return (
    <LoadedPage query={query} back={BACK}>
      {({ data }) => <Record lead={data} />}
    </LoadedPage>
  )
}

function Record({ lead }: { lead: Lead }) {
  const may = useMay()
  const { tab, page, do: action } = route.useSearch()
  const navigate = route.useNavigate()
  const queryClient = useQueryClient()
  const close = async () => {
    await navigate({ search: withSearch({ do: undefined }) })
    await queryClient.invalidateQueries()
  }
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
            content: () => <Audit id={lead.id} page={page} />,
          },
        ]}
      />
      {action === 'assign' && mayAssign && <AssignDialog lead={lead} onClose={close} />}
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

function Audit({ id, page }: { id: number; page: number | undefined }) {
  const query = useQuery(
    readList('/admin/v1/audit', { query: { subject: `lead:${id}`, ...(page && { page }) } }),
  )
  return <AuditList query={query} />
}
