import { createRoute } from '@tanstack/react-router'
import { prefetch, readList } from '../../api/queries.ts'
import { lazyPage } from '../../app/lazy-page.ts'
import { number, oneOf, searchOf, text } from '../../app/search.ts'
import { frameRoute } from '../../routes/frame.ts'
import { type ListSearch, queryOf } from './list-query.ts'

export const territoryRoutes = [
  createRoute({
    getParentRoute: () => frameRoute,
    path: '/territories',
    validateSearch: searchOf<ListSearch>({
      dealer: text,
      country: text,
      prefix: text,
      page: number,
      view: oneOf('map'),
      at: text,
      do: oneOf('assign', 'remove'),
    }),
    loaderDeps: ({ search }) => search,
    loader: ({ context, deps }) =>
      prefetch(context, readList('/admin/v1/territories', { query: queryOf(deps) })),
    component: lazyPage(() => import('./list-page.tsx'), 'ListPage'),
  }),
] as const
