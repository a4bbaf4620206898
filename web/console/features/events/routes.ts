import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { prefetch, read, readList } from '../../api/queries.ts'
import { number, oneOf, searchOf } from '../../app/search.ts'
import { frameRoute } from '../../routes/frame.ts'
import { EVENT_TYPE_NAMES, type EventType } from './event-types.ts'

interface ListSearch {
  page: number
  do: 'create'
}

/** `event`: the one whose payload is shown. */
interface FeedSearch {
  types: EventType
  after: number
  event: number
}

interface RecordSearch {
  do: 'edit' | 'on' | 'off' | 'rotate' | 'drop' | 'delete' | 'test' | 'replay'
}

const getParentRoute = () => frameRoute

export const eventRoutes = [
  createRoute({
    getParentRoute,
    path: '/events',
    validateSearch: searchOf<ListSearch>({ page: number, do: oneOf('create') }),
    component: lazyRouteComponent(() => import('./list-page.tsx'), 'ListPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/events/feed',
    validateSearch: searchOf<FeedSearch>({ types: oneOf(...EVENT_TYPE_NAMES), after: number, event: number }),
    loaderDeps: ({ search: { event: _event, ...query } }) => query,
    loader: ({ context, deps }) => {
      prefetch(context, readList('/admin/v1/events', { query: deps }))
    },
    component: lazyRouteComponent(() => import('./feed-page.tsx'), 'FeedPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/events/$id',
    validateSearch: searchOf<RecordSearch>({
      do: oneOf('edit', 'on', 'off', 'rotate', 'drop', 'delete', 'test', 'replay'),
    }),
    loader: ({ context, params }) => {
      prefetch(context, read('/admin/v1/event-endpoints/{id}', { path: { id: Number(params.id) } }))
    },
    component: lazyRouteComponent(() => import('./record-page.tsx'), 'RecordPage'),
  }),
] as const
