import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../app/lazy-page.ts'
import { searchOf, text } from '../../app/search.ts'
import { rootRoute } from '../../routes/root.ts'

const getParentRoute = () => rootRoute

export const signInRoutes = [
  createRoute({
    getParentRoute,
    path: '/sign-in',
    /** `to`: the address that the person asked for. */
    validateSearch: searchOf<{ to: string }>({ to: text }),
    component: lazyPage(() => import('./sign-in-page.tsx'), 'SignInPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/forgotten',
    component: lazyPage(() => import('./forgotten-page.tsx'), 'ForgottenPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/reset',
    component: lazyPage(() => import('./password-pages.tsx'), 'ResetPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/invitation',
    component: lazyPage(() => import('./password-pages.tsx'), 'InvitationPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/setup',
    component: lazyPage(() => import('./setup-page.tsx'), 'SetupPage'),
  }),
] as const
