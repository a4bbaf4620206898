/** The permissions of the warranty interface: one for each endpoint. `warranty:*` has always meant these. */
const WARRANTY_ENDPOINTS = [
  'warranty:list',
  'warranty:create',
  'warranty:read',
  'warranty:update',
  'warranty:transfer',
  'warranty:history',
  'warranty:retry_sync',
] as const

/** Everything that a user or a service token can be permitted to do. */
export const PERMISSIONS = [
  ...WARRANTY_ENDPOINTS,
  'warranty:correct',
  'dealers:read',
  'dealers:write',
  'leads:read',
  'leads:write',
  'deliveries:read',
  'deliveries:retry',
  'brands:read',
  'brands:write',
  'access:read',
  'access:write',
  'people:read',
  'people:erase',
  'audit:read',
  'system:read',
  'system:write',
] as const

export type Permission = (typeof PERMISSIONS)[number]

/** All permissions, including those of later versions. */
export const EVERYTHING = '*'

const AREAS = [...new Set(PERMISSIONS.map((permission) => permission.slice(0, permission.indexOf(':'))))]

/** All names that can be granted: the permissions, `*`, and `dealers:*` and the like. */
export const GRANTABLE: readonly string[] = [...PERMISSIONS, ...AREAS.map((area) => `${area}:*`), EVERYTHING]

/** Returns the permissions that granted names stand for. Unknown names, of a later version, permit nothing. */
export function expandPermissions(granted: Iterable<string>): Set<Permission> {
  return new Set([...granted].flatMap((name) => EXPANSIONS.get(name) ?? []))
}

const EXPANSIONS = new Map<string, readonly Permission[]>([
  ...PERMISSIONS.map((name) => [name, [name]] as const),
  ...AREAS.map((area) => [`${area}:*`, PERMISSIONS.filter((name) => name.startsWith(`${area}:`))] as const),
  // Users with this grant existed before corrections became a permission, and keep the rights that they had.
  ['warranty:*', WARRANTY_ENDPOINTS],
  [EVERYTHING, PERMISSIONS],
])

/** The interfaces that an API token gives access to. */
export const SCOPES = ['dealer-locator', 'lead-submission', 'warranty-registration'] as const

export type Scope = (typeof SCOPES)[number]
