import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { oneOf, searchOf } from '../../app/search.ts'
import { frameRoute } from '../../routes/frame.ts'

/** `do`: the dialog that is open. */
interface AccountSearch {
  do: 'set-up' | 'turn-off'
}

export const accountRoutes = [
  createRoute({
    getParentRoute: () => frameRoute,
    path: '/account',
    validateSearch: searchOf<AccountSearch>({ do: oneOf('set-up', 'turn-off') }),
    component: lazyRouteComponent(() => import('./account-page.tsx'), 'AccountPage'),
  }),
] as const
