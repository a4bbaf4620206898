import { userInfo } from 'node:os'
import { Forbidden } from './errors.ts'

/** The performer of an action. Users and tokens have only ids, because their names may be people's. */
export type Actor =
  | { kind: 'user' | 'token'; id: number }
  | { kind: 'shell'; name: string }
  | { kind: 'system' }

interface Grants {
  id: number
  permissions: ReadonlySet<string>
  /** The ids of the brands that the principal may see and change. For the principal, other brands don't exist. */
  brands: ReadonlySet<number>
  /** True: the principal also holds brands that are created later. */
  allBrands?: boolean
}

/** The principal of an operation. The shell and the system may do everything, for every brand. */
export type Principal =
  | ({ kind: 'user' } & Grants)
  | ({ kind: 'token' } & Grants)
  | { kind: 'shell'; name: string }
  | { kind: 'system' }

/** The service itself: scheduled jobs. */
export const SYSTEM: Principal = { kind: 'system' }

/** Returns the person at the shell, by the name of their operating system account. */
export function shellPrincipal(): Principal {
  return { kind: 'shell', name: accountName() }
}

/** @throws Forbidden (ENDPOINT_NOT_PERMITTED) unless the principal holds the permission. */
export function authorize(principal: Principal, permission: string): void {
  if (holds(principal, permission)) return
  throw new Forbidden('ENDPOINT_NOT_PERMITTED', `This ${principal.kind} lacks the permission ${permission}.`)
}

/** Returns whether the principal has the permission. */
export function holds(principal: Principal, permission: string): boolean {
  return !('permissions' in principal) || principal.permissions.has(permission)
}

/** Returns whether the principal may see and change records of the brand. */
export function holdsBrand(principal: Principal, brandId: number): boolean {
  return !('brands' in principal) || principal.brands.has(brandId)
}

/** Returns whether the principal holds every brand, including later ones. */
export function holdsAllBrands(principal: Principal): boolean {
  return !('brands' in principal) || principal.allBrands === true
}

/** Returns the ids of the principal's brands; undefined where nothing limits it. */
export function brandsOf(principal: Principal): ReadonlySet<number> | undefined {
  return holdsAllBrands(principal) || !('brands' in principal) ? undefined : principal.brands
}

function accountName(): string {
  try {
    return userInfo().username
  } catch {
    // In a container the account may have a number only.
    return `uid ${process.getuid?.() ?? 'unknown'}`
  }
}
