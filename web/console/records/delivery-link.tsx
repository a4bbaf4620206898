import { Link } from '@tanstack/react-router'
import { useMay } from '../api/session.ts'

/** The name of a delivery in a list, which leads to its page where the person may see it. */
export function DeliveryLink({ id, children }: { id: number; children: string }) {
  if (!useMay()('deliveries:read')) return <span>{children}</span>
  return (
    <Link to="/deliveries/$id" params={{ id: String(id) }} className="row-link">
      {children}
    </Link>
  )
}
