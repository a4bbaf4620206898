import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { frameRoute } from '../../routes/frame.ts'

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
    component: lazyRouteComponent(() => import('./overview-page.tsx'), 'OverviewPage'),
  }),
] as const
