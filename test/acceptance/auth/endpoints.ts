/** The warranty interface's endpoints behind a bearer token, with the permission that each needs. */
export const ENDPOINTS = [
  { permission: 'warranty:list', method: 'GET', path: '/warranty' },
  { permission: 'warranty:list', method: 'GET', path: '/warranty/export' },
  { permission: 'warranty:create', method: 'POST', path: '/warranty' },
  { permission: 'warranty:create', method: 'POST', path: '/warranties/bulk' },
  { permission: 'warranty:read', method: 'GET', path: '/warranty/ABC12345D404' },
  { permission: 'warranty:update', method: 'PATCH', path: '/warranty/ABC12345D404' },
  { permission: 'warranty:transfer', method: 'POST', path: '/warranty/ABC12345D404/transfer' },
  { permission: 'warranty:history', method: 'GET', path: '/warranty/ABC12345D404/history' },
  { permission: 'warranty:retry_sync', method: 'POST', path: '/warranty/ABC12345D404/retry-sync' },
] as const
