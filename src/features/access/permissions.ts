/** The permissions of API users in the warranty interface: one for each endpoint. */
export const PERMISSIONS = [
  'warranty:list',
  'warranty:create',
  'warranty:read',
  'warranty:update',
  'warranty:transfer',
  'warranty:history',
  'warranty:retry_sync',
] as const

/** All permissions, including those of later versions. */
export const ALL_PERMISSIONS = 'warranty:*'

export type Permission = (typeof PERMISSIONS)[number]

/** The interfaces that an API token gives access to. */
export const SCOPES = ['dealer-locator', 'lead-submission'] as const

export type Scope = (typeof SCOPES)[number]
