import { createRoute } from '@tanstack/react-router'
import { prefetch, read } from '../../api/queries.ts'
import { lazyPage } from '../../app/lazy-page.ts'
import { oneOf, searchOf } from '../../app/search.ts'
import { frameRoute } from '../../routes/frame.ts'

export const systemRoutes = [
  createRoute({
    getParentRoute: () => frameRoute,
    path: '/system',
    validateSearch: searchOf<{ tab: 'settings' }>({ tab: oneOf('settings') }),
    loader: ({ context }) => {
      prefetch(context, read('/admin/v1/system/health'))
    },
    component: lazyPage(() => import('./system-page.tsx'), 'SystemPage'),
  }),
] as const
