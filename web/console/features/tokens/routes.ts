import { createRoute } from '@tanstack/react-router'
import { prefetch, readList, readRecord } from '../../api/queries.ts'
import { lazyPage } from '../../app/lazy-page.ts'
import { requires } from '../../app/requires.ts'
import { number, oneOf, searchOf, text } from '../../app/search.ts'
import { frameRoute } from '../../routes/frame.ts'
import type { Act } from './act-dialog.tsx'
import { type ListSearch, queryOf } from './list-query.ts'

const getParentRoute = () => frameRoute

export const tokenRoutes = [
  createRoute({
    getParentRoute,
    path: '/tokens',
    validateSearch: searchOf<ListSearch>({
      q: text,
      kind: oneOf('secret', 'publishable', 'service'),
      active: oneOf('true', 'false'),
      page: number,
    }),
    loaderDeps: ({ search }) => search,
    loader: ({ context, deps }) => prefetch(context, readList('/admin/v1/tokens', { query: queryOf(deps) })),
    component: lazyPage(() => import('./list-page.tsx'), 'ListPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/tokens/new',
    beforeLoad: requires('access:write'),
    validateSearch: searchOf<{ kind: ListSearch['kind'] }>({
      kind: oneOf('secret', 'publishable', 'service'),
    }),
    component: lazyPage(() => import('./create-page.tsx'), 'CreatePage'),
  }),
  createRoute({
    getParentRoute,
    path: '/tokens/$id',
    validateSearch: searchOf<{ do: 'edit' | Act }>({ do: oneOf('edit', 'activate', 'revoke', 'renew') }),
    loader: ({ context, params }) => prefetch(context, readRecord('/admin/v1/tokens/{id}', params.id)),
    component: lazyPage(() => import('./record-page.tsx'), 'RecordPage'),
  }),
] as const
