/** What an API user may be allowed to do in the warranty interface: one permission an endpoint. */
export const PERMISSIONS = [
  'warranty:list',
  'warranty:create',
  'warranty:read',
  'warranty:update',
  'warranty:transfer',
  'warranty:history',
  'warranty:retry_sync',
] as const

/** All of them, those of later versions too. */
export const ALL_PERMISSIONS = 'warranty:*'

export type Permission = (typeof PERMISSIONS)[number]

/** Which interfaces an API token opens. */
export const SCOPES = ['dealer-locator', 'lead-submission'] as const

export type Scope = (typeof SCOPES)[number]
