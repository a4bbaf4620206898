import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import type { Schemas } from '../../api/client.ts'
import { useMay } from '../../api/session.ts'
import { useCloseDialog } from '../../app/close-dialog.ts'
import { RecordAudit } from '../../records/audit-list.tsx'
import { LoadedRecord } from '../../records/loaded-record.tsx'
import { NewSecret } from '../../records/new-secret.tsx'
import { text } from '../../text/text.ts'
import { ActionLink } from '../../ui/action-link.tsx'
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
  return (
    <LoadedRecord path="/admin/v1/brands/{id}" back={BACK}>
      {({ data, etag }) => <Record brand={data} etag={etag} />}
    </LoadedRecord>
  )
}

function Record({ brand, etag }: { brand: Schemas['Brand']; etag: string | null }) {
  const may = useMay()
  const mayWrite = may('brands:write')
  const [secret, setSecret] = useState<string>()
  const { tab, page, do: action, target } = route.useSearch()
  const close = useCloseDialog('target')
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
            content: () => <RecordAudit subject={`brand:${brand.id}`} page={page} />,
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
