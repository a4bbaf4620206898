import { createRouter } from '@tanstack/react-router'
import { createQueryClient } from './api/queries.ts'
import { sessionQuery } from './api/session.ts'
import { parseSearch, stringifySearch } from './app/search.ts'
import { overviewRoutes } from './features/overview/routes.ts'
import { signInRoutes } from './features/sign-in/routes.ts'
import { frameRoute } from './routes/frame.ts'
import { rootRoute } from './routes/root.ts'

const routeTree = rootRoute.addChildren([
  ...signInRoutes,
  // One line for each feature.
  frameRoute.addChildren([...overviewRoutes]),
])

export const queryClient = createQueryClient(() => {
  queryClient.removeQueries({ queryKey: sessionQuery.queryKey })
  void router.invalidate()
})

export const router = createRouter({
  routeTree,
  basepath: '/console',
  context: { queryClient },
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
