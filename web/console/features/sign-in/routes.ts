import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { searchOf, text } from '../../app/search.ts'
import { rootRoute } from '../../routes/root.ts'

const getParentRoute = () => rootRoute

export const signInRoutes = [
  createRoute({
    getParentRoute,
    path: '/sign-in',
    /** `to`: the address that the person asked for. */
    validateSearch: searchOf<{ to: string }>({ to: text }),
    component: lazyRouteComponent(() => import('./sign-in-page.tsx'), 'SignInPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/forgotten',
    component: lazyRouteComponent(() => import('./forgotten-page.tsx'), 'ForgottenPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/reset',
    component: lazyRouteComponent(() => import('./password-pages.tsx'), 'ResetPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/invitation',
    component: lazyRouteComponent(() => import('./password-pages.tsx'), 'InvitationPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/setup',
    component: lazyRouteComponent(() => import('./setup-page.tsx'), 'SetupPage'),
  }),
] as const
