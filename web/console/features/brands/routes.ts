import { createRoute } from '@tanstack/react-router'
import { prefetch, readList, readRecord } from '../../api/queries.ts'
import { lazyPage } from '../../app/lazy-page.ts'
import { number, oneOf, searchOf } from '../../app/search.ts'
import { frameRoute } from '../../routes/frame.ts'

interface ListSearch {
  page: number
  do: 'create'
}

/** `target`: the receiver that the dialog is about. */
interface RecordSearch {
  tab: 'audit'
  page: number
  do: 'edit' | 'rotate' | 'drop' | 'test'
  target: 'lead_webhook' | 'warranty_crm' | 'mail'
}

const getParentRoute = () => frameRoute

export const brandRoutes = [
  createRoute({
    getParentRoute,
    path: '/brands',
    validateSearch: searchOf<ListSearch>({ page: number, do: oneOf('create') }),
    loaderDeps: ({ search: { page } }) => ({ page }),
    loader: ({ context, deps }) => prefetch(context, readList('/admin/v1/brands', { query: deps })),
    component: lazyPage(() => import('./list-page.tsx'), 'ListPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/brands/$id',
    validateSearch: searchOf<RecordSearch>({
      tab: oneOf('audit'),
      page: number,
      do: oneOf('edit', 'rotate', 'drop', 'test'),
      target: oneOf('lead_webhook', 'warranty_crm', 'mail'),
    }),
    loader: ({ context, params }) => prefetch(context, readRecord('/admin/v1/brands/{id}', params.id)),
    component: lazyPage(() => import('./record-page.tsx'), 'RecordPage'),
  }),
] as const
