import { createRoute } from '@tanstack/react-router'
import { prefetch, readList, readRecord } from '../../api/queries.ts'
import { lazyPage } from '../../app/lazy-page.ts'
import { requires } from '../../app/requires.ts'
import { number, oneOf, searchOf, text } from '../../app/search.ts'
import { frameRoute } from '../../routes/frame.ts'
import { type ListSearch, queryOf } from './list-query.ts'

/** `do`: the dialog that is open. */
interface RecordSearch {
  tab: 'audit'
  page: number
  do: 'edit' | 'activate' | 'deactivate'
}

/** `group`: the one that the dialog is about. */
interface GroupsSearch {
  q: string
  page: number
  do: 'create' | 'rename' | 'delete'
  group: number
}

const getParentRoute = () => frameRoute

export const dealerRoutes = [
  createRoute({
    getParentRoute,
    path: '/dealers',
    validateSearch: searchOf<ListSearch>({
      q: text,
      country: text,
      state: text,
      group: text,
      active: oneOf('true', 'false'),
      without_point: oneOf('true', 'false'),
      far_from_postal_code: oneOf('true', 'false'),
      without_email: oneOf('true', 'false'),
      page: number,
      view: oneOf('map'),
      at: text,
    }),
    loaderDeps: ({ search }) => search,
    loader: ({ context, deps }) => prefetch(context, readList('/admin/v1/dealers', { query: queryOf(deps) })),
    component: lazyPage(() => import('./list-page.tsx'), 'ListPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/dealers/new',
    beforeLoad: requires('dealers:write'),
    component: lazyPage(() => import('./create-page.tsx'), 'CreatePage'),
  }),
  createRoute({
    getParentRoute,
    path: '/dealers/locate',
    validateSearch: searchOf<{ country: string; postal_code: string }>({ country: text, postal_code: text }),
    component: lazyPage(() => import('./locate-page.tsx'), 'LocatePage'),
  }),
  createRoute({
    getParentRoute,
    path: '/dealers/groups',
    validateSearch: searchOf<GroupsSearch>({
      q: text,
      page: number,
      do: oneOf('create', 'rename', 'delete'),
      group: number,
    }),
    component: lazyPage(() => import('./groups-page.tsx'), 'GroupsPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/dealers/$id',
    validateSearch: searchOf<RecordSearch>({
      tab: oneOf('audit'),
      page: number,
      do: oneOf('edit', 'activate', 'deactivate'),
    }),
    loader: ({ context, params }) => prefetch(context, readRecord('/admin/v1/dealers/{id}', params.id)),
    component: lazyPage(() => import('./record-page.tsx'), 'RecordPage'),
  }),
] as const
