import { useQuery } from '@tanstack/react-query'
import type { Schemas } from './client.ts'
import { read } from './queries.ts'

export type Session = Schemas['Session']

/** A permission, or several of which one is enough. Undefined: being signed in is enough. */
export type Needs = string | readonly string[] | undefined

export const sessionQuery = { ...read('/admin/v1/session'), staleTime: 60_000 }

/** Returns who is signed in. Only for pages inside the frame, which has loaded the session. */
export function useSession(): Session {
  return useQuery(sessionQuery).data!.data
}

/** Returns whether the person may do something: `useMay()('leads:write')`. */
export function useMay(): (needs: Needs) => boolean {
  const session = useSession()
  return (needs) => isPermitted(session, needs)
}

/** Returns whether the person of a session may do something. */
export function isPermitted({ effective_permissions: held }: Session, needs: Needs): boolean {
  return needs === undefined || [needs].flat().some((permission) => held.includes(permission))
}
