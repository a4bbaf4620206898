import { createRoute } from '@tanstack/react-router'
import { prefetch, readList, readRecord } from '../../api/queries.ts'
import { lazyPage } from '../../app/lazy-page.ts'
import { number, oneOf, searchOf } from '../../app/search.ts'
import { frameRoute } from '../../routes/frame.ts'
import { EVENT_TYPE_NAMES } from './event-types.ts'
import { type FeedSearch, feedQueryOf } from './list-query.ts'

interface ListSearch {
  page: number
  do: 'create'
}

interface RecordSearch {
  page: number
  do: 'edit' | 'on' | 'off' | 'rotate' | 'drop' | 'delete' | 'test' | 'replay'
}

const getParentRoute = () => frameRoute

export const eventRoutes = [
  createRoute({
    getParentRoute,
    path: '/events',
    validateSearch: searchOf<ListSearch>({ page: number, do: oneOf('create') }),
    component: lazyPage(() => import('./list-page.tsx'), 'ListPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/events/feed',
    validateSearch: searchOf<FeedSearch>({ types: oneOf(...EVENT_TYPE_NAMES), before: number }),
    loaderDeps: ({ search }) => search,
    loader: ({ context, deps }) =>
      prefetch(context, readList('/admin/v1/events', { query: feedQueryOf(deps) })),
    component: lazyPage(() => import('./feed-page.tsx'), 'FeedPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/events/feed/$id',
    validateSearch: searchOf<{ do: 'send' }>({ do: oneOf('send') }),
    loader: ({ context, params }) => prefetch(context, readRecord('/admin/v1/events/{id}', params.id)),
    component: lazyPage(() => import('./event-page.tsx'), 'EventPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/events/$id',
    validateSearch: searchOf<RecordSearch>({
      page: number,
      do: oneOf('edit', 'on', 'off', 'rotate', 'drop', 'delete', 'test', 'replay'),
    }),
    loader: ({ context, params }) =>
      prefetch(context, readRecord('/admin/v1/event-endpoints/{id}', params.id)),
    component: lazyPage(() => import('./record-page.tsx'), 'RecordPage'),
  }),
] as const
