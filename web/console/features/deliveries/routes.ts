import { createRoute } from '@tanstack/react-router'
import { prefetch, readList, readRecord } from '../../api/queries.ts'
import { lazyPage } from '../../app/lazy-page.ts'
import { number, oneOf, searchOf, text } from '../../app/search.ts'
import { frameRoute } from '../../routes/frame.ts'
import { type ListSearch, queryOf } from './list-query.ts'

/** `do`: the dialog that is open. */
interface RecordSearch {
  do: 'retry'
}

const getParentRoute = () => frameRoute

export const deliveryRoutes = [
  createRoute({
    getParentRoute,
    path: '/deliveries',
    validateSearch: searchOf<ListSearch>({
      state: oneOf('pending', 'delivered', 'failed'),
      kind: oneOf('warranty_sync', 'lead_webhook', 'dealer_mail', 'owner_mail', 'event'),
      event: text,
      subject: text,
      from: text,
      to: text,
      page: number,
      view: oneOf('receivers'),
      do: oneOf('retry'),
    }),
    loaderDeps: ({ search }) => search,
    loader: ({ context, deps }) =>
      prefetch(context, readList('/admin/v1/deliveries', { query: queryOf(deps) })),
    component: lazyPage(() => import('./list-page.tsx'), 'ListPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/deliveries/$id',
    validateSearch: searchOf<RecordSearch>({ do: oneOf('retry') }),
    loader: ({ context, params }) => prefetch(context, readRecord('/admin/v1/deliveries/{id}', params.id)),
    component: lazyPage(() => import('./record-page.tsx'), 'RecordPage'),
  }),
] as const
