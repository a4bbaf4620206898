import { Forbidden, NotFound } from '../../platform/errors.ts'
import { authorize, holds, holdsBrand, type Principal } from '../../platform/principal.ts'

export const KINDS = ['dealers', 'territories', 'warranties'] as const

export type Kind = (typeof KINDS)[number]

/** The permission to import each kind, and to see such an import, whose errors quote the file. */
const PERMISSIONS: Record<Kind, string> = {
  dealers: 'dealers:write',
  territories: 'dealers:write',
  warranties: 'warranty:create',
}

/** @throws Forbidden (ENDPOINT_NOT_PERMITTED) unless the principal may import this kind */
export function authorizeKind(principal: Principal, kind: Kind): void {
  authorize(principal, PERMISSIONS[kind])
}

/** Returns the kinds that the principal may import. @throws Forbidden (ENDPOINT_NOT_PERMITTED) for none */
export function permittedKinds(principal: Principal): Kind[] {
  const kinds = KINDS.filter((kind) => holds(principal, PERMISSIONS[kind]))
  if (kinds.length > 0) return kinds
  throw new Forbidden(
    'ENDPOINT_NOT_PERMITTED',
    `This ${principal.kind} lacks the permission dealers:write or warranty:create.`,
  )
}

/**
 * Returns the import if the principal may see it.
 * @throws NotFound (NOT_FOUND) for an unknown one, and one of another brand
 * @throws Forbidden (ENDPOINT_NOT_PERMITTED)
 */
export function requireVisible<R extends { brand_id: number; kind: Kind; state: string }>(
  principal: Principal,
  row: R | undefined,
  id: number,
): R {
  permittedKinds(principal)
  if (!row || row.state === 'uploading' || !holdsBrand(principal, row.brand_id)) {
    throw new NotFound('NOT_FOUND', `There is no import ${id}.`)
  }
  authorizeKind(principal, row.kind)
  return row
}
