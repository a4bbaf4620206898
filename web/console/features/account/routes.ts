import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../app/lazy-page.ts'
import { number, oneOf, searchOf, text } from '../../app/search.ts'
import { frameRoute } from '../../routes/frame.ts'

/** `do`: the dialog that is open. */
interface AccountSearch {
  do: 'set-up' | 'turn-off' | 'end-session' | 'end-others'
  /** The session that is about to be ended: `browser:12`. */
  session: string
  page: number
}

export const accountRoutes = [
  createRoute({
    getParentRoute: () => frameRoute,
    path: '/account',
    validateSearch: searchOf<AccountSearch>({
      do: oneOf('set-up', 'turn-off', 'end-session', 'end-others'),
      session: text,
      page: number,
    }),
    component: lazyPage(() => import('./account-page.tsx'), 'AccountPage'),
  }),
] as const
