import { createRoute } from '@tanstack/react-router'
import { inMoments } from '../../api/days.ts'
import { prefetch, readList, readRecord } from '../../api/queries.ts'
import { lazyPage } from '../../app/lazy-page.ts'
import { number, oneOf, searchOf, text } from '../../app/search.ts'
import { frameRoute } from '../../routes/frame.ts'

/** The list's URL parameters, named as the server's parameters. */
interface ListSearch {
  q: string
  state: 'received' | 'assigned' | 'forwarded' | 'failed'
  category: string
  dealer: number
  from: string
  to: string
  page: number
}

/** `do`: the dialog that is open. */
interface RecordSearch {
  tab: 'deliveries' | 'audit'
  page: number
  do: 'assign' | 'resend-crm' | 'resend-dealer'
  /** Whom the dialog assigns the lead to, unless somebody else is chosen. */
  dealer: number
}

const getParentRoute = () => frameRoute

export const leadRoutes = [
  createRoute({
    getParentRoute,
    path: '/leads',
    validateSearch: searchOf<ListSearch>({
      q: text,
      state: oneOf('received', 'assigned', 'forwarded', 'failed'),
      category: text,
      dealer: number,
      from: text,
      to: text,
      page: number,
    }),
    loaderDeps: ({ search }) => search,
    loader: ({ context, deps }) => prefetch(context, readList('/admin/v1/leads', { query: inMoments(deps) })),
    component: lazyPage(() => import('./list-page.tsx'), 'ListPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/leads/$id',
    validateSearch: searchOf<RecordSearch>({
      tab: oneOf('deliveries', 'audit'),
      page: number,
      do: oneOf('assign', 'resend-crm', 'resend-dealer'),
      dealer: number,
    }),
    loader: ({ context, params }) => prefetch(context, readRecord('/admin/v1/leads/{id}', params.id)),
    component: lazyPage(() => import('./record-page.tsx'), 'RecordPage'),
  }),
] as const
