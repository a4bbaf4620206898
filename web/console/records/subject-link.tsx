import { Link } from '@tanstack/react-router'
import { type Needs, useMay } from '../api/session.ts'

/** The pages of records, by the kind of record, and what a person needs to open them. */
const PAGES = {
  warranty: { to: '/warranties/$id', needs: 'warranty:list' },
  lead: { to: '/leads/$id', needs: 'leads:read' },
  registration: { to: '/registrations/$id', needs: 'warranty:read' },
  dealer: { to: '/dealers/$id', needs: 'dealers:read' },
  event: { to: '/events/feed/$id', needs: undefined },
  endpoint: { to: '/events/$id', needs: 'brands:read' },
  delivery: { to: '/deliveries/$id', needs: 'deliveries:read' },
  user: { to: '/users/$id', needs: 'access:read' },
  token: { to: '/tokens/$id', needs: 'access:read' },
  brand: { to: '/brands/$id', needs: 'brands:read' },
} as const satisfies Record<string, { to: string; needs: Needs }>

/** The name of a record, as a link where it has a page that the person may see. */
export function SubjectLink({ kind, id, children }: { kind: string; id: number | null; children: string }) {
  const may = useMay()
  const page = Object.hasOwn(PAGES, kind) ? PAGES[kind as keyof typeof PAGES] : undefined
  if (!page || id === null || !may(page.needs)) return <>{children}</>
  return (
    <Link to={page.to} params={{ id: String(id) }}>
      {children}
    </Link>
  )
}
