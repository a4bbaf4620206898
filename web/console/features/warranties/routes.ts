import { createRoute } from '@tanstack/react-router'
import { prefetch, readList, readRecord } from '../../api/queries.ts'
import { lazyPage } from '../../app/lazy-page.ts'
import { requires } from '../../app/requires.ts'
import { number, oneOf, searchOf, text } from '../../app/search.ts'
import { frameRoute } from '../../routes/frame.ts'

/** The list's URL parameters, named as the server's parameters. */
interface ListSearch {
  q: string
  status: 'active' | 'expired' | 'voided'
  sync_status: 'pending' | 'synced' | 'failed' | 'not_configured'
  model_year: string
  registered_from: string
  registered_to: string
  page: number
}

/** `do`: the dialog that is open. */
interface RecordSearch {
  tab: 'owners' | 'deliveries' | 'audit'
  page: number
  do: 'transfer' | 'correct' | 'contact' | 'correct-owner' | 'void'
  /** Whose dates are about to be corrected: 1 is the first owner. */
  owner: number
}

const getParentRoute = () => frameRoute

export const warrantyRoutes = [
  createRoute({
    getParentRoute,
    path: '/warranties',
    validateSearch: searchOf<ListSearch>({
      q: text,
      status: oneOf('active', 'expired', 'voided'),
      sync_status: oneOf('pending', 'synced', 'failed', 'not_configured'),
      model_year: text,
      registered_from: text,
      registered_to: text,
      page: number,
    }),
    loaderDeps: ({ search }) => search,
    loader: ({ context, deps }) => prefetch(context, readList('/admin/v1/warranties', { query: deps })),
    component: lazyPage(() => import('./list-page.tsx'), 'ListPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/warranties/new',
    beforeLoad: requires('warranty:create'),
    component: lazyPage(() => import('./register-page.tsx'), 'RegisterPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/warranties/$id',
    validateSearch: searchOf<RecordSearch>({
      tab: oneOf('owners', 'deliveries', 'audit'),
      page: number,
      do: oneOf('transfer', 'correct', 'contact', 'correct-owner', 'void'),
      owner: number,
    }),
    loader: ({ context, params }) => prefetch(context, readRecord('/admin/v1/warranties/{id}', params.id)),
    component: lazyPage(() => import('./record-page.tsx'), 'RecordPage'),
  }),
] as const
