import type { Needs } from '../api/session.ts'
import { text } from '../text/text.ts'
import type { IconName } from '../ui/icon.tsx'

export interface NavigationEntry {
  to: string
  label: string
  icon: IconName
  /** The permission that the page needs. */
  needs?: Needs
}

const { pages } = text.frame

/** The pages of the console, in groups. Entries without a route are not shown. */
export const NAVIGATION: readonly (readonly NavigationEntry[])[] = [
  [{ to: '/overview', label: pages.overview, icon: 'overview' }],
  [
    { to: '/warranties', label: pages.warranties, icon: 'warranty', needs: 'warranty:list' },
    { to: '/registrations', label: pages.registrations, icon: 'registration', needs: 'warranty:read' },
    { to: '/leads', label: pages.leads, icon: 'lead', needs: 'leads:read' },
  ],
  [
    { to: '/dealers', label: pages.dealers, icon: 'dealer', needs: 'dealers:read' },
    { to: '/territories', label: pages.territories, icon: 'territory', needs: 'dealers:read' },
    { to: '/imports', label: pages.imports, icon: 'import', needs: ['dealers:write', 'warranty:create'] },
  ],
  [
    { to: '/deliveries', label: pages.deliveries, icon: 'delivery', needs: 'deliveries:read' },
    { to: '/events', label: pages.events, icon: 'event', needs: 'brands:read' },
  ],
  [
    { to: '/users', label: pages.users, icon: 'user', needs: 'access:read' },
    { to: '/tokens', label: pages.tokens, icon: 'token', needs: 'access:read' },
    { to: '/audit', label: pages.audit, icon: 'audit', needs: 'audit:read' },
    { to: '/brands', label: pages.brands, icon: 'brand', needs: 'brands:read' },
    { to: '/system', label: pages.system, icon: 'system', needs: 'system:read' },
  ],
]

/** The permissions for the forms of new records. */
const FORMS: Record<string, Needs> = {
  '/warranties/new': 'warranty:create',
  '/dealers/new': 'dealers:write',
  '/imports/new': ['dealers:write', 'warranty:create'],
  '/tokens/new': 'access:write',
}

/** Returns what a list or a form needs, by its route. Records answer for themselves. */
export function needsOf(route: string | undefined): Needs {
  if (route === undefined) return undefined
  return FORMS[route] ?? NAVIGATION.flat().find(({ to }) => to === route)?.needs
}
