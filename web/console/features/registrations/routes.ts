import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { number, oneOf, searchOf, text } from '../../app/search.ts'
import { frameRoute } from '../../routes/frame.ts'

/** What the list's URL holds, named as the server's parameters. */
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
    component: lazyRouteComponent(() => import('./list-page.tsx'), 'ListPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/registrations/$id',
    validateSearch: searchOf<RecordSearch>({ do: oneOf('accept', 'reject') }),
    component: lazyRouteComponent(() => import('./record-page.tsx'), 'RecordPage'),
  }),
] as const
