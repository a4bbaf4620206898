import { createRoute } from '@tanstack/react-router'
import { prefetch, readList, readRecord } from '../../api/queries.ts'
import { lazyPage } from '../../app/lazy-page.ts'
import { number, oneOf, searchOf, text } from '../../app/search.ts'
import { frameRoute } from '../../routes/frame.ts'
import type { Act } from './act-dialog.tsx'
import { type ListSearch, queryOf } from './list-query.ts'

interface RecordSearch {
  do: 'edit' | 'end-session' | Act
  /** The session that is about to be ended: `browser:12`. */
  session: string
  page: number
}

const getParentRoute = () => frameRoute

export const userRoutes = [
  createRoute({
    getParentRoute,
    path: '/users',
    validateSearch: searchOf<ListSearch>({
      q: text,
      role: oneOf('administrator', 'brand_manager', 'service', 'sales', 'viewer'),
      active: oneOf('true', 'false'),
      page: number,
      do: oneOf('invite'),
    }),
    loaderDeps: ({ search }) => search,
    loader: ({ context, deps }) => prefetch(context, readList('/admin/v1/users', { query: queryOf(deps) })),
    component: lazyPage(() => import('./list-page.tsx'), 'ListPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/users/$id',
    validateSearch: searchOf<RecordSearch>({
      do: oneOf('edit', 'end-session', 'again', 'password', 'activate', 'deactivate', 'sessions', 'factor'),
      session: text,
      page: number,
    }),
    loader: ({ context, params }) => prefetch(context, readRecord('/admin/v1/users/{id}', params.id)),
    component: lazyPage(() => import('./record-page.tsx'), 'RecordPage'),
  }),
] as const
