import { createRoute } from '@tanstack/react-router'
import { inMoments } from '../../api/days.ts'
import { prefetch, readList, readRecord } from '../../api/queries.ts'
import { lazyPage } from '../../app/lazy-page.ts'
import { number, oneOf, searchOf, text } from '../../app/search.ts'
import { frameRoute } from '../../routes/frame.ts'

/** The list's URL parameters, named as the server's parameters. */
interface ListSearch {
  q: string
  state: 'received' | 'accepted' | 'rejected'
  from: string
  to: string
  page: number
}

/** `do`: the dialog that is open. */
interface RecordSearch {
  do: 'accept' | 'reject'
}

const getParentRoute = () => frameRoute

export const registrationRoutes = [
  createRoute({
    getParentRoute,
    path: '/registrations',
    validateSearch: searchOf<ListSearch>({
      q: text,
      state: oneOf('received', 'accepted', 'rejected'),
      from: text,
      to: text,
      page: number,
    }),
    loaderDeps: ({ search }) => search,
    loader: ({ context, deps }) =>
      prefetch(context, readList('/admin/v1/registrations', { query: inMoments(deps) })),
    component: lazyPage(() => import('./list-page.tsx'), 'ListPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/registrations/$id',
    validateSearch: searchOf<RecordSearch>({ do: oneOf('accept', 'reject') }),
    loader: ({ context, params }) => prefetch(context, readRecord('/admin/v1/registrations/{id}', params.id)),
    component: lazyPage(() => import('./record-page.tsx'), 'RecordPage'),
  }),
] as const
