import { createRoute, redirect, retainSearchParams } from '@tanstack/react-router'
import { ApiError } from '../api/client.ts'
import { sessionQuery } from '../api/session.ts'
import { BareBrokenPage, BareNotFoundPage } from '../app/error-pages.tsx'
import { lazyPage } from '../app/lazy-page.ts'
import { BarePending } from '../app/pending.tsx'
import { searchOf, text } from '../app/search.ts'
import { rootRoute } from './root.ts'

interface FrameSearch {
  /** The slug of the brand that lists are limited to. */
  brand: string
}

/** The parent of all pages for people who are signed in: others go to sign in first, and come back. */
export const frameRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: '_frame',
  validateSearch: searchOf<FrameSearch>({ brand: text }),
  search: { middlewares: [retainSearchParams(['brand'])] },
  beforeLoad: async ({ context, location }) => {
    try {
      const { data } = await context.queryClient.ensureQueryData(sessionQuery)
      if (data.second_factor_required && !location.pathname.endsWith('/account')) {
        throw redirect({ to: '/account', search: { do: 'set-up' } })
      }
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 401) throw error
      throw redirect({ to: '/sign-in', search: { to: location.publicHref ?? location.href } })
    }
  },
  component: lazyPage(() => import('../app/frame.tsx'), 'Frame'),
  pendingComponent: BarePending,
  notFoundComponent: BareNotFoundPage,
  errorComponent: BareBrokenPage,
})
