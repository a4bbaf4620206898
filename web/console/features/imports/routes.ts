import { createRoute } from '@tanstack/react-router'
import { prefetch, readList, readRecord } from '../../api/queries.ts'
import { lazyPage } from '../../app/lazy-page.ts'
import { requires } from '../../app/requires.ts'
import { number, oneOf, searchOf } from '../../app/search.ts'
import { frameRoute } from '../../routes/frame.ts'

/** The list's URL parameters, named as the server's parameters. */
interface ListSearch {
  kind: 'dealers' | 'territories' | 'warranties'
  state: 'checking' | 'ready' | 'running' | 'done' | 'failed'
  page: number
}

const kind = oneOf('dealers', 'territories', 'warranties')
const getParentRoute = () => frameRoute

export const importRoutes = [
  createRoute({
    getParentRoute,
    path: '/imports',
    validateSearch: searchOf<ListSearch>({
      kind,
      state: oneOf('checking', 'ready', 'running', 'done', 'failed'),
      page: number,
    }),
    loaderDeps: ({ search }) => search,
    loader: ({ context, deps }) => prefetch(context, readList('/admin/v1/imports', { query: deps })),
    component: lazyPage(() => import('./list-page.tsx'), 'ListPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/imports/new',
    beforeLoad: requires('dealers:write', 'warranty:create'),
    validateSearch: searchOf<Pick<ListSearch, 'kind'>>({ kind }),
    component: lazyPage(() => import('./upload-page.tsx'), 'UploadPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/imports/$id',
    validateSearch: searchOf<{ do: 'commit' }>({ do: oneOf('commit') }),
    loader: ({ context, params }) => prefetch(context, readRecord('/admin/v1/imports/{id}', params.id)),
    component: lazyPage(() => import('./record-page.tsx'), 'RecordPage'),
  }),
] as const
