import { createRoute } from '@tanstack/react-router'
import { inMoments } from '../../api/days.ts'
import { prefetch, readList } from '../../api/queries.ts'
import { lazyPage } from '../../app/lazy-page.ts'
import { number, searchOf, text } from '../../app/search.ts'
import { frameRoute } from '../../routes/frame.ts'

/** The list's URL parameters, named as the server's parameters. */
interface ListSearch {
  actor: string
  action: string
  subject: string
  from: string
  to: string
  page: number
}

export const auditRoutes = [
  createRoute({
    getParentRoute: () => frameRoute,
    path: '/audit',
    validateSearch: searchOf<ListSearch>({
      actor: text,
      action: text,
      subject: text,
      from: text,
      to: text,
      page: number,
    }),
    loaderDeps: ({ search }) => search,
    loader: ({ context, deps }) => prefetch(context, readList('/admin/v1/audit', { query: inMoments(deps) })),
    component: lazyPage(() => import('./list-page.tsx'), 'ListPage'),
  }),
] as const
