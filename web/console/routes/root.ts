import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext } from '@tanstack/react-router'
import { BareBrokenPage, BareNotFoundPage } from '../app/error-pages.tsx'

/** The context of every route. */
interface RouterContext {
  queryClient: QueryClient
}

export const rootRoute = createRootRouteWithContext<RouterContext>()({
  notFoundComponent: BareNotFoundPage,
  errorComponent: BareBrokenPage,
})
