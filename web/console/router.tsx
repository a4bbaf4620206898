import { createRouter } from '@tanstack/react-router'
import { createQueryClient } from './api/queries.ts'
import { sessionQuery } from './api/session.ts'
import { BrokenPage, NotFoundPage } from './app/error-pages.tsx'
import { parseSearch, stringifySearch } from './app/search.ts'
import { accountRoutes } from './features/account/routes.ts'
import { auditRoutes } from './features/audit/routes.ts'
import { brandRoutes } from './features/brands/routes.ts'
import { dealerRoutes } from './features/dealers/routes.ts'
import { deliveryRoutes } from './features/deliveries/routes.ts'
import { eventRoutes } from './features/events/routes.ts'
import { importRoutes } from './features/imports/routes.ts'
import { leadRoutes } from './features/leads/routes.ts'
import { overviewRoutes } from './features/overview/routes.ts'
import { registrationRoutes } from './features/registrations/routes.ts'
import { signInRoutes } from './features/sign-in/routes.ts'
import { systemRoutes } from './features/system/routes.ts'
import { territoryRoutes } from './features/territories/routes.ts'
import { tokenRoutes } from './features/tokens/routes.ts'
import { userRoutes } from './features/users/routes.ts'
import { warrantyRoutes } from './features/warranties/routes.ts'
import { frameRoute } from './routes/frame.ts'
import { rootRoute } from './routes/root.ts'
import { Loading } from './ui/states.tsx'

const routeTree = rootRoute.addChildren([
  ...signInRoutes,
  frameRoute.addChildren([
    // One line for each feature.
    ...overviewRoutes,
    ...accountRoutes,
    ...warrantyRoutes,
    ...leadRoutes,
    ...registrationRoutes,
    ...dealerRoutes,
    ...territoryRoutes,
    ...importRoutes,
    ...deliveryRoutes,
    ...userRoutes,
    ...brandRoutes,
    ...tokenRoutes,
    ...eventRoutes,
    ...systemRoutes,
    ...auditRoutes,
  ]),
])

export const queryClient = createQueryClient()

export const router = createRouter({
  routeTree,
  basepath: '/console',
  context: { queryClient },
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  defaultPendingComponent: Loading,
  defaultErrorComponent: BrokenPage,
  defaultNotFoundComponent: NotFoundPage,
  scrollRestoration: true,
})

/** Goes to the sign-in, which leads back to the present page. */
export async function askToSignIn(): Promise<void> {
  // Without a session in the cache, the frame's route asks to sign in by itself.
  if (!queryClient.getQueryData(sessionQuery.queryKey)) return
  await router.navigate({ to: '/sign-in', search: { to: router.state.location.publicHref } })
  queryClient.clear()
}

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
