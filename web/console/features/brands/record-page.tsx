import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import type { Schemas } from '../../api/client.ts'
import { read, readList } from '../../api/queries.ts'
import { useMay } from '../../api/session.ts'
import { withSearch } from '../../app/search.ts'
import { AuditList } from '../../records/audit-list.tsx'
import { NewSecret } from '../../records/new-secret.tsx'
import { text } from '../../text/text.ts'
import { ActionLink } from '../../ui/action-link.tsx'
import { LoadedPage } from '../../ui/loaded-page.tsx'
import { Page } from '../../ui/page.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { SandboxBadge } from './badge.tsx'
import { DetailsTab } from './details-tab.tsx'
import { EditDialog } from './edit-dialog.tsx'
import { TargetDialog } from './target-dialog.tsx'

const t = text.brands
const route = getRouteApi('/_frame/brands/$id')
const BACK = { label: text.frame.pages.brands, link: { to: '/brands' } } as const

/** A brand: where its leads and warranties go, its settings, and who changed it. */
export function RecordPage() {
  const id = Number(route.useParams().id)
  const query = useQuery(read('/admin/v1/brands/{id}', { path: { id } }))
  return (
    <LoadedPage query={query} back={BACK}>
      {({ data, etag }) => <Record brand={data} etag={etag} />}
    </LoadedPage>
  )
}

function Record({ brand, etag }: { brand: Schemas['Brand']; etag: string | null }) {
  const may = useMay()
  const mayWrite = may('brands:write')
  const [secret, setSecret] = useState<string>()
  const { tab, page, do: action, target } = route.useSearch()
  const navigate = route.useNavigate()
  const queryClient = useQueryClient()
  const close = async () => {
    await navigate({ search: withSearch({ do: undefined, target: undefined }) })
    await queryClient.invalidateQueries()
  }
  return (
    <Page
      title={brand.name}
      back={BACK}
      badge={<SandboxBadge sandbox={brand.sandbox} />}
      actions={
        mayWrite && (
          <ActionLink action="edit" icon="edit">
            {t.edit.action}
          </ActionLink>
        )
      }
    >
      <Tabs
        label={t.sections}
        tab={tab}
        tabs={[
          { id: 'details', label: t.tabs.details, content: () => <DetailsTab brand={brand} /> },
          may('audit:read') && {
            id: 'audit',
            label: t.tabs.audit,
            content: () => <Audit id={brand.id} page={page} />,
          },
        ]}
      />
      {mayWrite && action === 'edit' && <EditDialog brand={brand} etag={etag} onClose={close} />}
      {mayWrite && action && action !== 'edit' && target && (
        <TargetDialog
          key={action + target}
          {...{ brand, action, target }}
          onSecret={setSecret}
          onClose={close}
        />
      )}
      {secret !== undefined && <NewSecret secret={secret} onClose={() => setSecret(undefined)} />}
    </Page>
  )
}

function Audit({ id, page }: { id: number; page: number | undefined }) {
  const query = useQuery(
    readList('/admin/v1/audit', { query: { subject: `brand:${id}`, ...(page && { page }) } }),
  )
  return <AuditList query={query} />
}
