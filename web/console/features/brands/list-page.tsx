import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { Schemas } from '../../api/client.ts'
import { readList } from '../../api/queries.ts'
import { useMay, useSession } from '../../api/session.ts'
import { text } from '../../text/text.ts'
import { ActionLink } from '../../ui/action-link.tsx'
import { Page } from '../../ui/page.tsx'
import { RecordList } from '../../ui/record-list.tsx'
import type { Column } from '../../ui/table.tsx'
import { Time } from '../../ui/time.tsx'
import { SandboxBadge } from './badge.tsx'
import { CreateDialog } from './create-dialog.tsx'

type Brand = Schemas['Brand']

const t = text.brands
const route = getRouteApi('/_frame/brands')

/** Brands by id. Only somebody who holds all of them creates another one. */
export function ListPage() {
  const mayWrite = useMay()('brands:write')
  const mayCreate = useSession().all_brands && mayWrite
  const { page, do: action } = route.useSearch()
  const query = useQuery(readList('/admin/v1/brands', { query: { page } }))
  return (
    <Page
      title={text.frame.pages.brands}
      actions={
        mayCreate && (
          <ActionLink action="create" look="primary" icon="plus">
            {t.create.action}
          </ActionLink>
        )
      }
    >
      <RecordList
        caption={text.frame.pages.brands}
        query={query}
        columns={COLUMNS}
        rowKey={({ id }) => id}
        empty={t.empty}
      />
      {mayCreate && action === 'create' && <CreateDialog />}
    </Page>
  )
}

const COLUMNS: Column<Brand>[] = [
  {
    title: t.name,
    cell: ({ id, name }) => (
      <Link to="/brands/$id" params={{ id: String(id) }} className="row-link">
        {name}
      </Link>
    ),
  },
  { title: t.slug, cell: ({ slug }) => <code>{slug}</code>, from: 'medium' },
  { title: t.state, cell: ({ sandbox }) => <SandboxBadge sandbox={sandbox} /> },
  {
    title: t.webhook,
    cell: ({ lead_webhook: webhook }) => (webhook ? t.crmTypes.webhook : t.none),
    from: 'medium',
  },
  {
    title: t.crm,
    cell: ({ warranty_crm: crm }) => (crm ? t.crmTypes[crm.type] : t.none),
    from: 'medium',
  },
  { title: t.changed, cell: ({ updated_at }) => <Time at={updated_at} />, from: 'wide' },
]
