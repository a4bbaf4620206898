import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext } from '@tanstack/react-router'
import { BareBrokenPage, BareNotFoundPage } from '../app/error-pages.tsx'

/** What every route is given. */
interface RouterContext {
  queryClient: QueryClient
}

export const rootRoute = createRootRouteWithContext<RouterContext>()({
  notFoundComponent: BareNotFoundPage,
  errorComponent: BareBrokenPage,
})
