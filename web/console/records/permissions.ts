import { expandPermissions, PERMISSIONS } from '../../../src/features/access/permissions.ts'
import { ROLES, type RoleName } from '../../../src/features/access/roles.ts'
import { useSession } from '../api/session.ts'

export type { RoleName } from '../../../src/features/access/roles.ts'

/** The permissions that a user may give to others: nobody grants more than they hold. */
export function useGrantable() {
  const { effective_permissions: held, all_brands } = useSession()
  const holds = (names: readonly string[]) =>
    [...expandPermissions(names)].every((name) => held.includes(name))
  return {
    permissions: PERMISSIONS.filter((name) => held.includes(name)),
    roles: (Object.keys(ROLES) as RoleName[]).filter((role) => holds(ROLES[role].permissions)),
    /** Whether somebody who has this may be changed: nobody changes who holds more than they do. */
    covers: (access: { permissions: readonly string[]; all_brands: boolean }) =>
      holds(access.permissions) && (all_brands || !access.all_brands),
  }
}

/** Returns the single permissions that names stand for: `leads:*` is `leads:read` and `leads:write`. */
export function singlePermissions(names: readonly string[]): string[] {
  return [...expandPermissions(names)]
}

/** Returns the permissions that a role gives. */
export function permissionsOfRole(role: string): readonly string[] {
  return Object.hasOwn(ROLES, role) ? ROLES[role as RoleName].permissions : []
}

/** Returns whether two lists hold the same permissions. */
export function arePermissionsSame(one: readonly string[], other: readonly string[]): boolean {
  return singlePermissions(one).sort().join() === singlePermissions(other).sort().join()
}

/** Returns single permissions as names of which some stand for several: those of `known` that are complete. */
export function joinPermissions(single: readonly string[], known: readonly string[]): string[] {
  const complete = known.filter((name) => singlePermissions([name]).every((one) => single.includes(one)))
  const covered = singlePermissions(complete)
  return [...complete, ...single.filter((name) => !covered.includes(name))]
}
