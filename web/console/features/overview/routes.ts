import { createRoute, redirect } from '@tanstack/react-router'
import { NotFoundPage } from '../../app/error-pages.tsx'
import { lazyPage } from '../../app/lazy-page.ts'
import { oneOf, searchOf } from '../../app/search.ts'
import { frameRoute } from '../../routes/frame.ts'

interface OverviewSearch {
  /** How many days the figures cover. */
  days: '30' | '90' | '365'
}

export const overviewRoutes = [
  createRoute({
    getParentRoute: () => frameRoute,
    path: '/',
    beforeLoad: () => {
      throw redirect({ to: '/overview' })
    },
  }),
  createRoute({
    getParentRoute: () => frameRoute,
    path: '/overview',
    validateSearch: searchOf<OverviewSearch>({ days: oneOf('30', '90', '365') }),
    component: lazyPage(() => import('./overview-page.tsx'), 'OverviewPage'),
  }),
  // Everything else: the frame helps to find the way.
  createRoute({ getParentRoute: () => frameRoute, path: '$', component: NotFoundPage }),
] as const
