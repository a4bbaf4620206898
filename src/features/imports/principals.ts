import type { Actor, Principal } from '../../platform/principal.ts'

/** Returns who a principal is, for a record. */
export function actorOf(principal: Principal): Actor {
  if ('id' in principal) return { kind: principal.kind, id: principal.id }
  return principal.kind === 'shell' ? { kind: 'shell', name: principal.name } : { kind: 'system' }
}

/** Returns a principal as text: a check or run in the background has the grants of its request. */
export function writePrincipal(principal: Principal): string {
  if (!('id' in principal)) return JSON.stringify(principal)
  const { kind, id, permissions, brands, allBrands } = principal
  return JSON.stringify({ kind, id, permissions: [...permissions], brands: [...brands], allBrands })
}

/** Reads what `writePrincipal` wrote. */
export function readPrincipal(text: string): Principal {
  const stored = JSON.parse(text)
  if (!('id' in stored)) return stored
  return { ...stored, permissions: new Set(stored.permissions), brands: new Set(stored.brands) }
}
