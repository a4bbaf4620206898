import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { number, oneOf, searchOf, text } from '../../app/search.ts'
import { frameRoute } from '../../routes/frame.ts'

/** What the list's URL holds, named as the server's parameters. */
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
  do: 'transfer' | 'correct' | 'void'
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
    component: lazyRouteComponent(() => import('./list-page.tsx'), 'ListPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/warranties/new',
    component: lazyRouteComponent(() => import('./register-page.tsx'), 'RegisterPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/warranties/$id',
    validateSearch: searchOf<RecordSearch>({
      tab: oneOf('owners', 'deliveries', 'audit'),
      page: number,
      do: oneOf('transfer', 'correct', 'void'),
    }),
    component: lazyRouteComponent(() => import('./record-page.tsx'), 'RecordPage'),
  }),
] as const
