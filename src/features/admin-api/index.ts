/** What all endpoints of the administration (`/admin/v1`) share. */
export { type AdminApi, type Admit, type Call, createAdminApi } from './admin-api.ts'
export { adminErrorFormat } from './envelope.ts'
export { BOUNDS, readBounds } from './moments.ts'
export { Named } from './named.ts'
